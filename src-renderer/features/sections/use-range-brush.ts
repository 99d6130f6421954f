import { computed, type Ref, shallowRef } from 'vue';
import type { Stretch } from '../../../src-core/model/axis.ts';

/** Keyboard step of the range, and the shortest range, m. */
export const RANGE_STEP = 0.5;

interface RangeBrush {
  /** Null: the usual one. */
  readonly range: Ref<Stretch | null>;
  surveyed(): Stretch;
  /** The range if none is chosen. */
  usual(): Stretch;
  /** Chainage under the pointer, m. */
  chainageAt(event: PointerEvent): number;
  /** Drag distance below which a press counts as a click, m. */
  unsteady(): number;
  /** Called on a click without a drag. */
  select(chainage: number): void;
}

/** Range selection along a strip: by dragging, or each end by keys. */
export function useRangeBrush({ range, surveyed, usual, chainageAt, unsteady, select }: RangeBrush) {
  let began: number | null = null;
  const dragged = shallowRef<Stretch | null>(null);
  /** Selected range, or the preview while dragging. */
  const shown = computed(() => dragged.value ?? range.value ?? usual());

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
    const { from, to } = range.value ?? usual();
    const moved = { from, to, [end]: rounded((end === 'from' ? from : to) + by) };
    if (moved.to - moved.from < RANGE_STEP) return;
    range.value = {
      from: Math.max(surveyed().from, moved.from),
      to: Math.min(surveyed().to, moved.to),
    };
  }

  return { shown, press, move, release, cancel, moveEnd };
}

/** Rounds a chainage to a decimetre. */
function rounded(chainage: number): number {
  return Math.round(10 * chainage) / 10;
}
