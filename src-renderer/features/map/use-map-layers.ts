import { computed, type Ref } from 'vue';
import type { Points } from '../../../src-core/contract/shapes.ts';
import { useMap } from '../../stores/map.ts';
import { useMapMeasures } from '../../stores/map-measures.ts';
import { boxEdges, type ClipBox } from '../../viewer/clip.ts';
import { DRIVE_REACH } from '../../viewer/extent.ts';
import { DYNAMIC_COLOUR } from '../../viewer/ramps.ts';
import type { Vector } from '../../viewer/vector.ts';
import { type Layer, type LayerExtent, shownOf } from './layer-tree.ts';
import { LINE_COLOURS } from './use-map-lines.ts';
import type { MapShown } from './use-map-shown.ts';
import type { MapSurface } from './use-map-surface.ts';

/** About a mark, m: enough of the wall to know the place. */
const MARK_REACH = 2;

/** What the tree is of; a scene of the map has it. */
interface LayeredScene {
  readonly surface: Pick<MapSurface, 'arePointsWanted' | 'isWanted' | 'isStored' | 'state'>;
  readonly shown: MapShown;
  readonly box: Readonly<Ref<ClipBox | null>>;
}

/** Layers of the map, by group: what there is, and whether it is shown. Each switches the one state that there is of it. */
export function useMapLayers({ surface, shown, box }: LayeredScene) {
  const map = useMap();
  const measures = useMapMeasures();

  function drive(): LayerExtent | null {
    const path = map.map?.sensorPath;
    return path === undefined || path.length === 0 ? null : { positions: path, reach: DRIVE_REACH };
  }

  function ofRef(id: string, key: string, isShown: Ref<boolean>, more: Partial<Layer> = {}): Layer {
    const setShown = (next: boolean): void => {
      isShown.value = next;
    };
    return { id, name: { key }, shown: isShown.value, setShown, ...more };
  }

  /** Why the surface is not to be seen at once. */
  function surfaceHint(): string | undefined {
    const { value: state } = surface.state;
    if (state === 'drawn') return undefined;
    // Whatever is stored is fetched when it is shown.
    if (!surface.isWanted.value && surface.isStored.value) return undefined;
    return `layers.hint.${state}`;
  }

  function clouds(): Layer[] {
    const { moved } = map;
    return [
      ofRef('points', 'layers.points', surface.arePointsWanted, { count: map.map?.points, extent: drive }),
      ofRef('surface', 'layers.surface', surface.isWanted, { hint: surfaceHint(), extent: drive }),
      {
        id: 'moved',
        name: { key: 'viewer.moved' },
        shown: map.showsMoved,
        setShown: (next) => {
          map.showsMoved = next;
        },
        colour: DYNAMIC_COLOUR,
        count: moved?.count,
        extent: () => (moved === null ? null : around(placesOf(moved.points))),
      },
    ];
  }

  function lines(): Layer[] {
    const axis = map.map?.axis?.axis;
    const { value: cut } = box;
    const path = ofRef('sensorPath', 'layers.sensorPath', shown.sensorPath, {
      colour: LINE_COLOURS.sensorPath,
      extent: drive,
    });
    const ofAxis = ofRef('axis', 'layers.axis', shown.axis, {
      colour: LINE_COLOURS.axis,
      extent: () => (axis === undefined ? null : { positions: axis.xyz, reach: DRIVE_REACH }),
    });
    const edges = ofRef('boxEdges', 'layers.boxEdges', shown.boxEdges, {
      colour: LINE_COLOURS.boxEdges,
      extent: () => (cut === null ? null : { positions: boxEdges(cut), reach: 0 }),
    });
    return [
      path,
      ...(axis === undefined ? [] : [ofAxis]),
      ofRef('graph', 'layers.graph', shown.graph),
      ...(cut === null ? [] : [edges]),
    ];
  }

  function measureGroup(): Layer {
    const list = measures.measures;
    return {
      id: 'measures',
      name: { key: 'measures.title' },
      shown: shownOf(list),
      setShown: measures.setAllShown,
      count: list.length,
      extent: () => around(flat(list.flatMap(({ points }) => points))),
      children: list.map(({ id, name, isShown, points }) => ({
        id: `measure ${id}`,
        name: { own: name },
        shown: isShown,
        setShown: (next) => measures.setShown(id, next),
        extent: () => around(flat(points)),
      })),
    };
  }

  function marks(): Layer[] {
    const { notes } = map;
    const ofNotes = ofRef('notes', 'viewer.notes', shown.notes, {
      count: notes.length,
      extent: () => around(flat(notes.map(({ point }) => point))),
    });
    return [
      ...(measures.measures.length === 0 ? [] : [measureGroup()]),
      ...(notes.length === 0 ? [] : [ofNotes]),
      ofRef('groundGrid', 'marks.grid', shown.groundGrid),
      ofRef('planInset', 'marks.inset', shown.planInset),
    ];
  }

  return computed<Layer[]>(() => [
    { id: 'map', name: { key: 'layers.map' }, shown: null, children: clouds() },
    { id: 'lines', name: { key: 'layers.lines' }, shown: null, children: lines() },
    { id: 'marks', name: { key: 'layers.marks' }, shown: null, children: marks() },
  ]);
}

function around(positions: Float64Array): LayerExtent | null {
  return positions.length === 0 ? null : { positions, reach: MARK_REACH };
}

function flat(points: readonly (Vector | readonly number[])[]): Float64Array {
  return Float64Array.from(points.flat());
}

/** Map frame, 3 per point, m. */
function placesOf({ origin, xyz }: Points): Float64Array {
  return Float64Array.from(xyz, (value, i) => origin[i % 3] + value);
}
