import { type ComputedRef, computed, ref, watch } from 'vue';
import type { Points } from '../../../src-core/contract/shapes.ts';
import type { AxisGeometry } from '../../../src-core/tunnel/axis-geometry.ts';
import { useMap } from '../../stores/map.ts';
import { useSurveyQuestion } from '../../stores/survey-question.ts';
import type { ColourMode, ValueRange } from '../../viewer/colour.ts';
import { designDistances } from '../../viewer/design-distances.ts';
import type { Colouring } from '../../viewer/point-layer.ts';

/** Where the distance to the design is at its strongest colour unless the person says another, m. */
const DESIGN_REACH = 0.5;
/** Of what may be asked for, m. */
export const REACHES = { least: 0.02, most: 5 } as const;

/** What is missing for the distance to the design: the design, or an axis that it stands along. */
export type DistanceObstacle = 'noDesign' | 'noAxis';

/** By what the points of the map are coloured, and what is needed for it. */
export function useMapColours(axis: ComputedRef<AxisGeometry | null>) {
  const map = useMap();
  const question = useSurveyQuestion();
  const mode = ref<ColourMode>('height');
  const reach = ref(DESIGN_REACH);

  /** Null where nothing is missing. */
  const obstacle = computed<DistanceObstacle | null>(() => {
    if (question.design === null) return 'noDesign';
    return axis.value === null ? 'noAxis' : null;
  });
  const distances = computed(() => {
    const { programme } = question;
    return axis.value === null || programme === null ? null : designDistances(axis.value, programme);
  });
  /** The sensor's clock says when the scans were taken, not only in which order. */
  const hasClock = computed(() => map.map?.secondsOfScan != null);

  const colouring = computed<Colouring>(() => ({
    mode: mode.value,
    range: rangeOf(),
    secondsOfScan: map.map?.secondsOfScan ?? null,
  }));

  /** Null: that of what is loaded. */
  function rangeOf(): ValueRange | null {
    if (mode.value === 'distance') return [-usableReach(), usableReach()];
    return mode.value === 'time' ? (map.map?.timeRange ?? null) : null;
  }

  function usableReach(): number {
    return reach.value >= REACHES.least && reach.value <= REACHES.most ? reach.value : DESIGN_REACH;
  }

  watch(obstacle, (missing) => {
    if (missing !== null && mode.value === 'distance') mode.value = 'height';
  });

  const facts = (points: Points): Float32Array | null =>
    mode.value === 'distance' ? (distances.value?.(points) ?? null) : null;

  return { mode, reach, obstacle, distances, hasClock, colouring, facts };
}
