import { type Ref, type ShallowRef, watch } from 'vue';
import { useMap } from '../../stores/map.ts';
import { boxEdges, type ClipBox } from '../../viewer/clip.ts';
import type { Colour } from '../../viewer/colour.ts';
import { thinned } from '../../viewer/extent.ts';
import { piecesOf } from '../../viewer/line-layer.ts';
import type { TunnelViewer } from '../../viewer/tunnel-viewer.ts';
import type { MapShown } from './use-map-shown.ts';

/** Colours of the lines: of no ramp, apart from each other, and visible on both themes. */
export const LINE_COLOURS = {
  sensorPath: [0.95, 0.2, 0.75],
  axis: [0, 0.75, 0.8],
  boxEdges: [0.95, 0.64, 0.23],
} as const satisfies Record<string, Colour>;

/** Opacity of a path behind walls: enough to follow it from outside. */
const PATH_THROUGH = 0.45;
/** Opacity of the edges of the box behind walls. */
const BOX_THROUGH = 0.5;

/** Draws the sensor path, the axis and the edges of the clipping box in the map, those that are shown. */
export function useMapLines(
  viewer: Readonly<ShallowRef<TunnelViewer | null>>,
  box: Readonly<Ref<ClipBox | null>>,
  shown: MapShown,
): void {
  const map = useMap();

  function drawPath(id: string, path: Float64Array | null, colour: Colour): void {
    viewer.value?.setLines(
      id,
      path && { ends: piecesOf(thinned(path)), colour, width: 2, through: PATH_THROUGH, dashed: true },
    );
  }

  watch([viewer, () => map.map, shown.sensorPath], ([, of, isShown]) =>
    drawPath('way', isShown && of !== null ? of.sensorPath : null, LINE_COLOURS.sensorPath),
  );
  watch([viewer, () => map.map, shown.axis], ([, of, isShown]) => {
    const axis = of?.axis?.axis;
    drawPath('axis', isShown && axis !== undefined ? Float64Array.from(axis.xyz) : null, LINE_COLOURS.axis);
  });
  watch([viewer, box, shown.boxEdges], ([opened, of, isShown]) =>
    opened?.setLines(
      'box',
      of !== null && isShown
        ? {
            ends: boxEdges(of),
            colour: LINE_COLOURS.boxEdges,
            width: 1.5,
            through: BOX_THROUGH,
            dashed: true,
          }
        : null,
    ),
  );
}
