import { compose, expSo3 } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { type Hypothesis, isSamePose } from './hypotheses.ts';
import type { SurfaceFit, SurfaceFitter } from './surface-fit.ts';

/** Greatest distances of a pair in the steps of a refinement, and for its score, in edges. */
const LIMITS = [2, 1.5, 1.5, 1, 1];
const SCORE_LIMIT = 1.5;
/** Hypotheses that are refined. */
const MOST_HYPOTHESES = 8;
/** Share of matched points that lie off the surface for other reasons: edges, shadows, things that moved. */
const OFF = 0.1;
/** Fewest matched points, as a share of the smaller surface: the least overlap that is looked for. */
const LEAST_OVERLAP = 0.08;
/** Smallest standard deviation that a surface of cell means shows, in edges. */
const LEAST_SIGMA = 0.01;
/** Poses around the best that are tried: shifts in edges, turns in degrees. */
const SHIFTS = [3, 8];
const FAR_SHIFT = 20;
const TURN = 15;
/** Rounds in which a better pose around the best may replace it. */
const ROUNDS = 3;
/** Difference of the scores per matched point below which a pose elsewhere explains the clouds nearly as well. */
export const LEAST_LEAD = 0.3;
/** Distance from which a pose is another one, in edges. */
const ELSEWHERE = 1;

/** The best pose, and what speaks against it. */
interface Verdict {
  /** null: no pose matches enough, or none is better than surfaces that lie anyhow. */
  readonly best: ScoredFit | null;
  /** Poses elsewhere that explain the clouds nearly as well. */
  readonly rivals: readonly ScoredFit[];
}

interface ScoredFit extends SurfaceFit {
  /** Logarithm of the likelihood ratio against surfaces that lie anyhow. */
  readonly score: number;
  /** Pairs of features that the pose brings together; 0 for a pose that no feature suggested. */
  readonly pairs: number;
}

/**
 * Compares the poses that features suggest, and those around the best one, by how the surfaces lie on each other.
 *
 * A number of matched points does not tell: in a drive a pose that is shifted along it lays more wall on wall than
 * the right one. What tells is that the same surface lies on itself within the noise and another one does not. The
 * smallest standard deviation of all fits is that noise s; a matched point at the distance d counts the logarithm of
 * `OFF + (1 - OFF) N(d; s) / U`, U the uniform density within the limit, so that wall on other wall counts against.
 *
 * A pose elsewhere that explains the clouds nearly as well shows that they do not determine it: shifted along a
 * lined drive, turned about a shaft, half turned in a symmetric room.
 *
 * @param points of the smaller surface that the fitter compares
 */
export function judge(
  hypotheses: readonly Hypothesis[],
  fitter: SurfaceFitter,
  points: number,
  edge: number,
): Verdict {
  const limits = LIMITS.map((limit) => limit * edge);
  const refined = (T: Rigid): SurfaceFit => fitter.refined(T, limits, SCORE_LIMIT * edge);
  const fits: (SurfaceFit & { readonly pairs: number })[] = hypotheses
    .slice(0, MOST_HYPOTHESES)
    .map(({ T_target_source, pairs }) => ({ ...refined(T_target_source), pairs }));
  const isLarge = ({ distances }: SurfaceFit): boolean => distances.length >= LEAST_OVERLAP * points;
  let best: ScoredFit | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const large = fits.filter(isLarge);
    if (large.length === 0) return { best: null, rivals: [] };
    const next = bestOf(large, edge);
    if (
      best !== null &&
      isSamePose(next.T_target_source, best.T_target_source, sourceCentre(next), ELSEWHERE * edge)
    )
      break;
    best = next;
    fits.push(...posesAround(best, edge).map((T) => ({ ...refined(T), pairs: 0 })));
  }
  const large = fits.filter(isLarge);
  best = bestOf(large, edge);
  const centre = sourceCentre(best);
  const s = noiseOf(large, edge);
  if (best.score <= 0) return { best: null, rivals: [] };
  const enough = best.score - LEAST_LEAD * best.distances.length;
  const rivals = large
    .filter(({ T_target_source: T }) => !isSamePose(T, best!.T_target_source, centre, ELSEWHERE * edge))
    .map((fit) => ({ ...fit, score: scoreOf(fit, s, edge) }))
    .filter(({ score }) => score >= enough);
  return { best, rivals };
}

function bestOf(fits: readonly (SurfaceFit & { readonly pairs: number })[], edge: number): ScoredFit {
  const s = noiseOf(fits, edge);
  return fits
    .map((fit) => ({ ...fit, score: scoreOf(fit, s, edge) }))
    .reduce((best, fit) => (fit.score > best.score ? fit : best));
}

function noiseOf(fits: readonly SurfaceFit[], edge: number): number {
  return Math.max(LEAST_SIGMA * edge, Math.min(...fits.map(({ sigma }) => sigma)));
}

export function scoreOf({ distances }: SurfaceFit, sigma: number, edge: number): number {
  const peak = ((1 - OFF) * 2 * SCORE_LIMIT * edge) / (sigma * Math.sqrt(2 * Math.PI));
  return distances.reduce(
    (sum, d) => sum + Math.log(OFF + peak * Math.exp((-d * d) / (2 * sigma * sigma))),
    0,
  );
}

/** Middle of the matched points in the source's frame. */
function sourceCentre({ T_target_source: { R, t }, centre }: SurfaceFit): number[] {
  const [x, y, z] = [centre[0] - t[0], centre[1] - t[1], centre[2] - t[2]];
  return [0, 1, 2].map((a) => R[a] * x + R[3 + a] * y + R[6 + a] * z);
}

/**
 * Poses around one: shifted along, and turned about, the axes along which the matched planes hold it more and less,
 * farther along the one that they hold least.
 */
function posesAround({ T_target_source, centre, H }: SurfaceFit, edge: number): Rigid[] {
  const block = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => H[6 * (3 + i) + 3 + j]));
  // Ascending: the first is the direction that the planes hold least.
  const axes = symmetricEigen(block, 3).vectors;
  const moves: Rigid[] = [];
  const none = new Float64Array(3);
  axes.forEach((axis, k) => {
    for (const steps of k === 0 ? [...SHIFTS, FAR_SHIFT] : SHIFTS) {
      for (const side of [1, -1])
        moves.push({ R: expSo3(0, 0, 0), t: axis.map((v) => side * steps * edge * v) });
    }
    for (const degrees of [TURN, -TURN, 180]) {
      const angle = (degrees * Math.PI) / 180;
      const R = expSo3(angle * axis[0], angle * axis[1], angle * axis[2]);
      // About the middle of the matched points.
      const back = compose({ R, t: none }, { R: expSo3(0, 0, 0), t: Float64Array.from(centre, (v) => -v) });
      moves.push({ R, t: Float64Array.from(centre, (v, a) => v + back.t[a]) });
    }
  });
  return moves.map((move) => compose(move, T_target_source));
}
