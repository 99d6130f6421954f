import { computed, type Ref, shallowRef } from 'vue';
import type { Stretch } from '../../../src-core/model/axis.ts';

/** Of a keyboard step of the range, and the shortest range, m. */
export const RANGE_STEP = 0.5;

export interface RangeBrush {
  /** Null: all that was surveyed. */
  readonly range: Ref<Stretch | null>;
  surveyed(): Stretch;
  /** Under the pointer, m. */
  chainageAt(event: PointerEvent): number;
  /** Less than this is a click with an unsteady hand, m. */
  unsteady(): number;
  /** A press that dragged nothing. */
  select(chainage: number): void;
}

/** Chooses a range along a strip: by dragging over it, or an end at a time by keys. */
export function useRangeBrush({ range, surveyed, chainageAt, unsteady, select }: RangeBrush) {
  let began: number | null = null;
  const dragged = shallowRef<Stretch | null>(null);
  /** As it is chosen, or as it would be if the pointer were let go now. */
  const shown = computed(() => dragged.value ?? range.value ?? surveyed());

  function press(event: PointerEvent): void {
    if (event.button !== 0) return;
    began = chainageAt(event);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    if (began === null) return;
    const here = chainageAt(event);
    const from = rounded(Math.min(began, here));
    const to = rounded(Math.max(began, here));
    dragged.value = to - from > unsteady() ? { from, to } : null;
  }

  function release(event: PointerEvent): void {
    if (began === null) return;
    const wanted = dragged.value;
    if (wanted !== null && wanted.to - wanted.from >= RANGE_STEP) range.value = wanted;
    else select(chainageAt(event));
    cancel();
  }

  function cancel(): void {
    began = null;
    dragged.value = null;
  }

  function moveEnd(end: 'from' | 'to', by: number): void {
    const { from, to } = range.value ?? surveyed();
    const moved = { from, to, [end]: rounded((end === 'from' ? from : to) + by) };
    if (moved.to - moved.from < RANGE_STEP) return;
    range.value = {
      from: Math.max(surveyed().from, moved.from),
      to: Math.min(surveyed().to, moved.to),
    };
  }

  return { shown, press, move, release, cancel, moveEnd };
}

/** To a decimetre, as a person says a chainage. */
function rounded(chainage: number): number {
  return Math.round(10 * chainage) / 10;
}
