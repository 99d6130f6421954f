import { type Ref, type ShallowRef, watch } from 'vue';
import { useControl } from '../../stores/control.ts';
import { placedLines } from '../../stores/graph-lines.ts';
import { useMap } from '../../stores/map.ts';
import { useNotices } from '../../stores/notices.ts';
import type { TunnelViewer } from '../../viewer/tunnel-viewer.ts';
import { useGraphLines } from '../control/use-graph-lines.ts';

/** Overlay of control points with their residuals, anchors and loop closures on the map, while shown. */
export function useMapGraph(
  viewer: Readonly<ShallowRef<TunnelViewer | null>>,
  isShown: Readonly<Ref<boolean>>,
): void {
  const control = useControl();
  const map = useMap();
  const notices = useNotices();

  watch([isShown, () => map.map?.sessionId], ([shown, sessionId]) => {
    if (shown && sessionId !== undefined) void notices.guard(() => control.open(sessionId));
  });
  useGraphLines(viewer, () => {
    if (!isShown.value || control.lines === null || control.sessionId !== map.map?.sessionId) return null;
    // If control points georeference the survey, the typed pose is ignored.
    const isPlaced = control.refinement?.frame === 'mine-grid';
    return placedLines(control.lines, isPlaced ? null : (map.map?.T_grid_first ?? null));
  });
}
