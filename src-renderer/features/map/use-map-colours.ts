import { type ComputedRef, computed, ref, shallowRef, watch } from 'vue';
import type { Points } from '../../../src-core/contract/shapes.ts';
import type { AxisGeometry } from '../../../src-core/tunnel/axis/axis-geometry.ts';
import { useEpochs } from '../../stores/epochs.ts';
import { keepFields } from '../../stores/kept-fields.ts';
import { useMap } from '../../stores/map.ts';
import { useSurveyQuestion } from '../../stores/survey-question.ts';
import { type ColourMode, isSuppliedByPanel, type ValueRange } from '../../viewer/colour.ts';
import { designDistances } from '../../viewer/design-distances.ts';
import type { Colouring } from '../../viewer/point-layer.ts';
import { wallMovement } from '../../viewer/wall-movement.ts';

/** Default distance to the design at the end of the colour ramp, m. */
const DESIGN_REACH = 0.5;
/** Limits of the range of the colour ramp, m. */
export const REACHES = { least: 0.005, most: 5 } as const;

/** Default movement at the end of the colour ramp, m. */
const MOVE_REACH = 0.05;

/**
 * Missing input of a colour mode. Distance to the design: the design, or an axis for it; convergence: a comparison
 * of two surveys, or a matching frame.
 */
type MissingForDesign = 'noDesign' | 'noAxis' | 'noConvergence' | 'otherFrame';

/** State of the map's colouring: the colour mode and its inputs. */
export function useMapColours(axis: ComputedRef<AxisGeometry | null>) {
  const map = useMap();
  const question = useSurveyQuestion();
  const epochs = useEpochs();
  const mode = computed<ColourMode>({
    get: () => map.colour,
    set: (colour) => {
      map.colour = colour;
    },
  });
  const designReach = ref(DESIGN_REACH);
  const moveReach = ref(MOVE_REACH);
  /** Limits that a person set, by colouring. */
  const limits = shallowRef<Readonly<Record<string, ValueRange>>>({});
  keepFields('look', { designReach, moveReach, limits });
  /** Value of the strongest colour to either side, by colouring with a sign, m. */
  const reaches = { distance: designReach, convergence: moveReach };

  /** Null if nothing is missing. */
  const distanceObstacle = computed<MissingForDesign | null>(() => {
    if (question.design === null) return 'noDesign';
    return axis.value === null ? 'noAxis' : null;
  });
  /** Movement can be shown only if the comparison is in the frame of the shown map. */
  const moveObstacle = computed<MissingForDesign | null>(() => {
    if (epochs.change === null) return 'noConvergence';
    return epochs.isInFrameOf(map.map?.sessionId ?? null) ? null : 'otherFrame';
  });
  const obstacles = computed(() => ({ distance: distanceObstacle.value, convergence: moveObstacle.value }));
  const moves = computed(() =>
    epochs.change === null || moveObstacle.value !== null ? null : wallMovement(epochs.change.compared),
  );
  const designs = computed(() => {
    const { programme } = question;
    return axis.value === null || programme === null ? null : designDistances(axis.value, programme);
  });
  /** Per-point values of the selected colour mode. */
  const distances = computed(() => (mode.value === 'convergence' ? moves.value : designs.value));
  /** True if the scans have valid times of the sensor clock, not only their order. */
  const hasClock = computed(() => map.map?.secondsOfScan != null);

  const colouring = computed<Colouring>(() => ({
    mode: mode.value,
    range: rangeOf(mode.value),
    secondsOfScan: map.map?.secondsOfScan ?? null,
  }));

  /** Range of a colouring, of points and surface alike; null: that of what is loaded. */
  function rangeOf(of: ColourMode): ValueRange | null {
    if (isSuppliedByPanel(of)) {
      const { value } = reaches[of];
      const usable = value >= REACHES.least && value <= REACHES.most ? value : DESIGN_REACH;
      return [-usable, usable];
    }
    return limits.value[of] ?? (of === 'time' ? (map.map?.timeRange ?? null) : null);
  }

  /** Sets the values of the lowest and the highest colour. @param range null: automatic */
  function setLimits(of: ColourMode, range: ValueRange | null): void {
    const { [of]: _, ...others } = limits.value;
    limits.value = range === null ? others : { ...others, [of]: range };
  }

  watch(obstacles, ({ distance, convergence }) => {
    const isMissing = { distance: distance !== null, convergence: convergence !== null };
    if (isSuppliedByPanel(mode.value) && isMissing[mode.value]) mode.value = 'height';
  });

  const facts = (points: Points): Float32Array | null =>
    isSuppliedByPanel(mode.value) ? (distances.value?.(points) ?? null) : null;

  return {
    mode,
    reaches,
    limits,
    obstacles,
    distances,
    designs,
    moves,
    hasClock,
    colouring,
    facts,
    rangeOf,
    setLimits,
  };
}
