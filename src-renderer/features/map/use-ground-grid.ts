import { computed, onUnmounted, watch } from 'vue';
import { useMap } from '../../stores/map.ts';
import { onThemeChange } from '../../viewer/background.ts';
import { gridFor, gridLabels, gridPieces, groundUnder } from '../../viewer/ground-grid.ts';
import { tokenColour } from '../../viewer/token-colour.ts';
import type { MapScene } from './use-map-scene.ts';

const LINES = 'ground-grid';
/** Of the picture that stays free of coordinates, CSS px. */
const MARGIN = 14;

/**
 * Grid on the ground of the map: its lines in the viewer, and the coordinates at the edges of the picture.
 *
 * @param others elements over the picture that no coordinate may cover
 */
export function useGroundGrid(scene: MapScene, others: () => Iterable<Element>) {
  const map = useMap();
  const isShown = scene.shown.groundGrid;

  const ground = computed(() => groundUnder(map.map?.sensorPath ?? new Float64Array(0)));
  const grid = computed(() => {
    void scene.moves.value;
    const opened = scene.viewer.value;
    if (opened === null || ground.value === null || !isShown.value) return null;
    return gridFor(opened.view, opened.size, ground.value);
  });
  const labels = computed(() => {
    void scene.moves.value;
    const opened = scene.viewer.value;
    if (opened === null || grid.value === null) return [];
    const { left, top } = opened.canvas.getBoundingClientRect();
    const taken = Array.from(others(), (element) => {
      const box = element.getBoundingClientRect();
      return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top };
    });
    return gridLabels(grid.value, opened.view, opened.size, MARGIN, taken);
  });

  function draw(): void {
    const opened = scene.viewer.value;
    if (opened === null) return;
    const shown = grid.value;
    opened.setLines(
      LINES,
      shown && { ends: gridPieces(shown), colour: tokenColour(opened.canvas, '--line'), width: 1 },
    );
  }
  // A movement changes the grid now and then only, but gives another object each time.
  const written = computed(() => JSON.stringify(grid.value));
  watch([scene.viewer, written], draw, { immediate: true });
  onUnmounted(onThemeChange(draw));
  onUnmounted(() => scene.viewer.value?.setLines(LINES, null));

  return { isShown, grid, labels };
}
