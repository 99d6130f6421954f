import { seededRandom } from '../../src-core/math/random.ts';
import { median } from '../../src-core/math/statistics.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from '../problem/method.ts';
import {
  EM_ICP_PAPER,
  type EmIcpOptions,
  SOFTASSIGN_PAPER,
  type SoftassignOptions,
} from '../problem/soft-options.ts';
import { spreadOf } from '../problem/spread.ts';
import { KdTree } from '../search/kd-tree.ts';
import { medianMatchDistance } from './match-limit.ts';

/** Lengths of a pair of clouds from which the soft methods take their figures, m. */
interface SoftScale {
  /** Root mean square distance of the source's points from their mean. */
  readonly spread: number;
  /** Median distance from a point of the target to the next: how far samplings of one surface differ, with noise. */
  readonly spacing: number;
  /** Median distance from the source's points, under the initial guess, to the nearest of the target. */
  readonly start: number;
}

/** Size of the random sample of points: enough for a median within a few per cent. */
const SAMPLE = 2000;
const SEED = 2;
/** Least spacing, as a fraction of the spread: clouds with most points twice would otherwise anneal to zero. */
const LEAST_SPACING = 1e-4;
/** Distance to the nearest point understates a shift along the surface; a start above the need costs only steps. */
const STARTS = 3;
/**
 * Largest first sigma_p in spreads of the source: the paper's 0.1 m over the 0.0562 m of its bunny. Above it all
 * pairs weigh nearly the same.
 */
const MOST_SPREADS = 1.78;
/** Least first sigma_p in last ones: a guess that is exact is still refined by a few steps. */
const LEAST_RATIO = 2;
/**
 * Last sigma_p of EM-ICP in spacings: two samplings of one surface differ by half the distance between neighbours.
 * (The paper's is 2.7, for clouds that are near copies. On an outdoor pair thinned to 0.5 m it ends 0.92 degrees off
 * instead of 0.14.)
 */
const EM_ICP_SPACINGS = 0.5;
/** Last sqrt(T) of softassign in spacings: made harder, it forces matches of one to one on points that have none. */
const SOFTASSIGN_SPACINGS = 1;
/** Distance of an outlier in spacings, as `suggestMaxDistance` has it in medians. */
const OUTLIER_SPACINGS = 2.5;
/**
 * First temperature of softassign, in squared spreads, for a guess that may be anything: above the 4 at which the
 * weights depend on second moments only, by enough temperatures for the pose to come to rest there.
 */
const BLIND_SPREADS_SQUARED = 8;
const SOFTASSIGN_FACTOR = 0.9;
/** The pose follows a temperature that falls by a tenth in two steps; five change it by less than a tenth of the spacing. */
const SOFTASSIGN_STEPS = 2;
/** Stop tolerance in spacings over spreads. */
const TOLERANCE_SPACINGS = 1e-3;

/**
 * Measures the lengths of a pair.
 *
 * @param T_target_source initial guess
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function softScale(source: PointSet, target: PointSet, T_target_source: Rigid): SoftScale {
  const start = medianMatchDistance(source, target, T_target_source);
  const spread = spreadOf(source) || start || 1;
  return { spread, start, spacing: Math.max(spacingOf(target), LEAST_SPACING * spread) };
}

/** Figures of EM-ICP that suit a pair of clouds; those that the caller chose stay. */
export function fittedEmIcp(scale: SoftScale, chosen: Partial<EmIcpOptions>): EmIcpOptions {
  const last = EM_ICP_SPACINGS * scale.spacing;
  const first = Math.max(nearStart(scale) ?? MOST_SPREADS * scale.spread, LEAST_RATIO * last);
  return {
    ...EM_ICP_PAPER,
    sigmaP2: first ** 2,
    sigmaInf: last ** 2,
    d02: (OUTLIER_SPACINGS * scale.spacing) ** 2,
    tolerance: toleranceOf(scale),
    ...chosen,
  };
}

/** Figures of softassign that suit a pair of clouds; those that the caller chose stay. */
export function fittedSoftassign(scale: SoftScale, chosen: Partial<SoftassignOptions>): SoftassignOptions {
  const last = SOFTASSIGN_SPACINGS * scale.spacing;
  const near = nearStart(scale);
  const wanted = near === null ? BLIND_SPREADS_SQUARED * scale.spread ** 2 : near ** 2;
  const firstTemperature = chosen.firstTemperature ?? Math.max(wanted, (LEAST_RATIO * last) ** 2);
  const temperatureFactor = chosen.temperatureFactor ?? SOFTASSIGN_FACTOR;
  return {
    ...SOFTASSIGN_PAPER,
    firstTemperature,
    temperatureFactor,
    temperatures: temperaturesBetween(firstTemperature, last ** 2, temperatureFactor),
    stepsPerTemperature: SOFTASSIGN_STEPS,
    alpha: (OUTLIER_SPACINGS * scale.spacing) ** 2,
    moutlier: Math.exp(-1),
    outlierUnit: Math.sqrt(firstTemperature),
    tolerance: toleranceOf(scale),
    ...chosen,
  };
}

/** First sigma_p for an initial guess that is near; null if it is so far off that any rotation is possible. */
function nearStart({ spread, start }: SoftScale): number | null {
  return STARTS * start < MOST_SPREADS * spread ? STARTS * start : null;
}

function toleranceOf({ spread, spacing }: SoftScale): number {
  return (TOLERANCE_SPACINGS * spacing) / spread;
}

function temperaturesBetween(first: number, last: number, factor: number): number {
  if (factor === 1 || first <= last) return 1;
  return Math.ceil(Math.log(last / first) / Math.log(factor));
}

function spacingOf(points: PointSet): number {
  const { count, xyz } = points;
  const search = new KdTree(points);
  const random = seededRandom(SEED);
  const indices = new Int32Array(2);
  const squared = new Float64Array(2);
  const sample = Math.min(SAMPLE, count);
  const distances = Float64Array.from({ length: sample }, (_, k) => {
    const at = 3 * (sample === count ? k : random.below(count));
    search.kNearest(xyz[at], xyz[at + 1], xyz[at + 2], 2, indices, squared);
    return Math.sqrt(squared[1]);
  });
  return median(distances);
}
