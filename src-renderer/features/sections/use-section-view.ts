import { computed, type Ref, ref, shallowRef, watch } from 'vue';
import type { SectionScale } from './section-paths.ts';
import {
  type DrawingArea,
  fittedView,
  panned,
  unitsPerPixel,
  viewAfterKey,
  viewBox,
  zoomedAt,
} from './section-view.ts';

const WHEEL = 0.0015;
/** Pixels of a line of a wheel that counts lines. */
const LINE_PX = 30;

/**
 * Zoom and pan of the drawing of a section: wheel, drag, keys, and a double click to show all of it.
 *
 * @param placeAt place of the drawing under the pointer
 * @param canDrag false while dragging draws a box; the middle button moves the drawing all the same
 */
export function useSectionView(
  scale: () => SectionScale,
  area: () => DrawingArea,
  placeAt: (event: MouseEvent) => { readonly x: number; readonly y: number } | null,
  canDrag: () => boolean,
) {
  const view = shallowRef(fittedView(scale()));
  const dragged: Ref<number | null> = ref(null);
  const unit = computed(() => unitsPerPixel(scale(), view.value, area()));
  const box = computed(() => viewBox(scale(), view.value, area()));
  const isZoomed = computed(() => view.value.zoom > 1);

  function showAll(): void {
    view.value = fittedView(scale());
  }
  watch(scale, (now, before) => {
    if (now.width !== before.width || now.height !== before.height) showAll();
  });

  function zoomBy(factor: number): void {
    view.value = zoomedAt(scale(), view.value, view.value, factor);
  }

  function wheel(event: WheelEvent): void {
    const at = placeAt(event);
    if (at === null) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : LINE_PX * event.deltaY;
    view.value = zoomedAt(scale(), view.value, at, Math.exp(-WHEEL * pixels));
  }

  function press(event: PointerEvent): void {
    const isDrag = event.button === 1 || (event.button === 0 && canDrag());
    if (!isDrag || !isZoomed.value) return;
    dragged.value = event.pointerId;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    if (dragged.value !== event.pointerId) return;
    view.value = panned(scale(), view.value, -unit.value * event.movementX, -unit.value * event.movementY);
  }

  function release(): void {
    dragged.value = null;
  }

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = viewAfterKey(scale(), view.value, event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    view.value = next;
  }

  return { unit, box, isZoomed, dragged, showAll, zoomBy, wheel, press, move, release, key };
}
