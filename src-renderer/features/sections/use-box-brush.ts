import { type Ref, shallowRef } from 'vue';
import type { SectionPlace } from './correction-draft.ts';

interface BoxBrush {
  readonly isOn: () => boolean;
  /** Place of the section under the pointer; null: the drawing is not laid out. */
  placeAt(event: PointerEvent): SectionPlace | null;
  /** Called when a drag ends. */
  take(a: SectionPlace, b: SectionPlace): void;
}

/** Drags a rectangle in a section. */
export function useBoxBrush({ isOn, placeAt, take }: BoxBrush) {
  /** Opposite corners while dragging. */
  const corners: Ref<readonly [SectionPlace, SectionPlace] | null> = shallowRef(null);

  function press(event: PointerEvent): void {
    const place = isOn() && event.button === 0 ? placeAt(event) : null;
    if (place === null) return;
    corners.value = [place, place];
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  function move(event: PointerEvent): void {
    const place = corners.value && placeAt(event);
    if (corners.value !== null && place) corners.value = [corners.value[0], place];
  }

  function release(event: PointerEvent): void {
    if (corners.value === null) return;
    const [first, last] = corners.value;
    corners.value = null;
    take(first, placeAt(event) ?? last);
  }

  function cancel(): void {
    corners.value = null;
  }

  return { corners, press, move, release, cancel };
}
