import { ref } from 'vue';
import { keepFields } from '../../stores/kept-fields.ts';

/** Which lines and marks of the map are shown, as the project keeps it. */
export function useMapShown() {
  const sensorPath = ref(true);
  const axis = ref(false);
  /** Control points with their residuals, anchors and loop closures. */
  const graph = ref(false);
  /** Edges and handles of the clipping box; it cuts all the same. */
  const boxEdges = ref(true);
  const notes = ref(true);
  const groundGrid = ref(true);
  /** The plan with the camera, unfolded. */
  const planInset = ref(true);
  const shown = { sensorPath, axis, graph, boxEdges, notes, groundGrid, planInset };
  keepFields('look', shown);
  return shown;
}

export type MapShown = ReturnType<typeof useMapShown>;
