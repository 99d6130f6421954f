import { computed, ref, type ShallowRef, shallowRef, watch } from 'vue';
import { AxisGeometry } from '../../../src-core/tunnel/axis/axis-geometry.ts';
import type { WallPiece } from '../../../src-core/tunnel/sections/wall-triangles.ts';
import { keepFields, keptChoice } from '../../stores/kept-fields.ts';
import { useMeasures } from '../../stores/measures.ts';
import { useNotices } from '../../stores/notices.ts';
import { useProject } from '../../stores/project.ts';
import { useSummary } from '../../stores/summary.ts';
import { useSurveyQuestion } from '../../stores/survey-question.ts';
import type { ValueRange } from '../../viewer/colour.ts';
import { designDistances } from '../../viewer/design-distances.ts';
import {
  isSuppliedToSurface,
  SURFACE_COLOURS,
  type SurfaceColour,
  verticesOf,
} from '../../viewer/surface-colour.ts';
import type { TunnelViewer } from '../../viewer/tunnel-viewer.ts';
import type { useMapColours } from './use-map-colours.ts';

/** What is drawn of the map. */
const LAYERS = ['points', 'surface', 'both', 'none'] as const;
type Layers = (typeof LAYERS)[number];

/** Default length of a band of chainage, m, and its limits. */
const BAND_LENGTH = 10;
export const BAND_LENGTHS = { least: 0.5, most: 1000 } as const;

/** What there is of the surface: why it is not drawn, or that it is. */
type SurfaceState = 'unaligned' | 'notMeasured' | 'measuring' | 'preparing' | 'drawn';

/**
 * State of the measured wall in the map: drawn from the wall that sections and volume are of, which is gathered once for
 * all of them.
 */
export function useMapSurface(
  viewer: Readonly<ShallowRef<TunnelViewer | null>>,
  colours: ReturnType<typeof useMapColours>,
) {
  const measures = useMeasures();
  const notices = useNotices();
  const project = useProject();
  const question = useSurveyQuestion();
  const summary = useSummary();
  const layers = keptChoice('look', 'layers', LAYERS);
  const chosen = keptChoice('look', 'surfaceColour', SURFACE_COLOURS);
  const bandLength = ref(BAND_LENGTH);
  keepFields('look', { bandLength });
  /** Values of the lowest and the highest colour of what is drawn. */
  const range = shallowRef<ValueRange>([0, 1]);
  const pointRange = shallowRef<ValueRange | null>(null);
  /** Triangles in the viewer, and the wall that they are of. */
  const drawn = shallowRef<{ wall: object; viewer: TunnelViewer; pieces: readonly WallPiece[] } | null>(null);
  let asking = 0;
  let colouring = 0;

  const isWanted = computed({
    get: () => layers.value === 'surface' || layers.value === 'both',
    set: (wanted) => {
      layers.value = layersOf(arePointsWanted.value, wanted);
    },
  });
  const arePointsWanted = computed({
    get: () => layers.value === 'points' || layers.value === 'both',
    set: (wanted) => {
      layers.value = layersOf(wanted, isWanted.value);
    },
  });
  /** True if the wall was measured before and is still current: it is fetched, not measured. */
  const isStored = computed(
    () => measures.wall !== null || summary.headlineOf(project.session?.id ?? -1)?.isCurrent === true,
  );
  const isDrawn = computed(
    () => drawn.value !== null && drawn.value.wall === measures.wall && drawn.value.viewer === viewer.value,
  );
  const state = computed<SurfaceState>(() => {
    if (measures.wall !== null) return isDrawn.value ? 'drawn' : 'preparing';
    if (measures.gathering) return 'measuring';
    return measures.due === 'nothing' && measures.placed === 0 ? 'unaligned' : 'notMeasured';
  });
  /** The chosen colouring, or plain rock while what it needs is missing. */
  const mode = computed<SurfaceColour>(() => {
    const { value } = chosen;
    return isSuppliedToSurface(value) && colours.obstacles.value[value] !== null ? 'plain' : value;
  });
  const usableBand = computed(() =>
    bandLength.value >= BAND_LENGTHS.least ? bandLength.value : BAND_LENGTH,
  );
  /** Along the axis of the wall, which reaches as far as wall was surveyed, beyond the path of the sensor. */
  const designs = computed(() => {
    const { programme } = question;
    const axis = measures.measures?.axis;
    if (axis === undefined || programme === null) return colours.designs.value;
    return designDistances(new AxisGeometry(axis), programme);
  });
  /** Signed distance of points by the colouring; null: it needs none. */
  const distances = computed(() => {
    if (mode.value === 'distance') return designs.value;
    return mode.value === 'convergence' ? colours.moves.value : null;
  });

  /** Measures the wall from every point. */
  function measure(): void {
    void notices.guard(() => measures.gather(null));
  }

  async function load(): Promise<void> {
    const request = ++asking;
    const [opened, wall] = [viewer.value, measures.wall];
    if (opened === null || !isWanted.value || isDrawn.value) return;
    if (wall === null) {
      opened.surface.clear();
      drawn.value = null;
      return;
    }
    const pieces = await measures.triangles();
    if (request !== asking) return;
    opened.surface.set(pieces);
    drawn.value = { wall, viewer: opened, pieces };
  }

  /** Gives each piece its distances, one after another so that the window stays responsive. */
  async function colour(): Promise<void> {
    const request = ++colouring;
    const [of, distancesOf] = [drawn.value, distances.value];
    if (of === null) return;
    for (const [i, piece] of of.pieces.entries()) {
      of.viewer.surface.setDistance(i, distancesOf?.(verticesOf(piece)) ?? null);
      of.viewer.invalidate();
      await new Promise((resolve) => setTimeout(resolve));
      if (request !== colouring) return;
    }
  }

  /** Call after each frame. */
  function onDrawn(): void {
    const { value: opened } = viewer;
    if (opened === null) return;
    if (!isSame(opened.surface.range, range.value)) range.value = opened.surface.range;
    if (!isSame(opened.points.range, pointRange.value)) pointRange.value = opened.points.range;
  }

  /** Range of the colouring; that of the points where they wear the same; null: that of the surface. */
  function limits(): ValueRange | null {
    const { value } = mode;
    if (value === 'bands') return null;
    const isShared = layers.value === 'both' && colours.mode.value === value;
    return colours.rangeOf(value) ?? (isShared ? pointRange.value : null);
  }

  // A wall that was measured before is kept: it is fetched, not measured again. One that has grown is measured.
  watch(
    [
      isWanted,
      () => project.session?.id,
      () => measures.due,
      () => summary.headlineOf(project.session?.id ?? -1),
    ],
    ([wanted]) => {
      if (wanted && isStored.value) void notices.guard(measures.refresh);
    },
    { immediate: true },
  );
  watch([viewer, isWanted, () => measures.wall], () => void notices.guard(load), { immediate: true });
  watch([drawn, distances], () => void notices.guard(colour));
  watch(
    [viewer, layers, isDrawn],
    ([opened, shown, isThere]) => {
      if (opened === null) return;
      // Until there is a surface, the points say what there is.
      opened.points.isShown = arePointsWanted.value || (isWanted.value && !isThere);
      opened.surface.isShown = isWanted.value && isThere;
      opened.surface.isWithPoints = shown === 'both';
      opened.invalidate();
    },
    { immediate: true },
  );
  watch(
    [viewer, drawn, mode, usableBand, limits],
    ([opened, , worn, length, set]) => {
      opened?.surface.setColouring({ mode: worn, range: set, bandLength: length });
      opened?.invalidate();
    },
    { immediate: true },
  );

  return {
    layers,
    arePointsWanted,
    chosen,
    mode,
    bandLength,
    usableBand,
    range,
    isWanted,
    isStored,
    state,
    measure,
    onDrawn,
  };
}

function layersOf(points: boolean, surface: boolean): Layers {
  if (points) return surface ? 'both' : 'points';
  return surface ? 'surface' : 'none';
}

/** True if two ranges are equal, so that a frame that changes nothing asks for no other. */
function isSame(a: ValueRange, b: ValueRange | null): boolean {
  return b !== null && a[0] === b[0] && a[1] === b[1];
}

export type MapSurface = ReturnType<typeof useMapSurface>;
