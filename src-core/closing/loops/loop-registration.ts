import { POSE_SWAY } from '../../graph/edge-covariance.ts';
import { invertSymmetric } from '../../math/cholesky.ts';
import { symmetric6 } from '../../math/normal-system.ts';
import { compose, expScaled, invert, log } from '../../math/se3.ts';
import { distance3 } from '../../math/vec3.ts';
import type { CancelToken } from '../../model/context.ts';
import type { LoopFigures } from '../../model/loop.ts';
import type { Rigid } from '../../model/rigid.ts';
import { type MatchPoints, SCAN_MATCHER_DEFAULTS, ScanMatcher } from '../../odometry/match/scan-matcher.ts';
import type { Submap } from '../../odometry/match/submap.ts';
import { weakestTranslation } from '../../odometry/match/weak-direction.ts';
import type { LoopSubmap } from './loop-submap.ts';

export interface LoopRegistrationOptions {
  /**
   * Additional initial guesses along the drive: spacing and largest offset to either side, m; they show rivals
   * where the drive is self-similar.
   */
  readonly rivalSpacing: number;
  readonly rivalReach: number;
  /** Distance below which two poses are the same solution, m. */
  readonly sameWithin: number;
  /**
   * Factor on the standard deviations that follow from the points alone: errors of neighbouring points are
   * correlated.
   */
  readonly sigmaFactor: number;
  /**
   * Least standard deviation of a registration besides the sway of the two poses, m and rad: both submaps are
   * slightly bent.
   */
  readonly leastSigma: number;
  readonly leastAngleSigma: number;
}

export const LOOP_REGISTRATION_DEFAULTS: LoopRegistrationOptions = {
  rivalSpacing: 1,
  rivalReach: 3,
  sameWithin: 0.15,
  sigmaFactor: 2,
  leastSigma: 0.002,
  leastAngleSigma: 0.0003,
};

/** Registration of two submaps. */
export interface LoopRegistration {
  /** B relative to A: the mean of B registered to A and A registered to B. */
  readonly T_a_b: Rigid;
  /** 6x6, rotation first, at the right. */
  readonly covariance: Float64Array;
  readonly converged: boolean;
  readonly figures: LoopFigures;
}

/** Goodness of fit of points to the planes of a submap's finest bins. */
interface LoopFit {
  /** Share of all points that are in a bin with a plane: the overlap of the two places. */
  readonly overlap: number;
  /** Share of the overlapping points within twice the noise of range and plane. */
  readonly inlierShare: number;
  /** Root mean square distance of the inliers, m. */
  readonly rms: number;
}

/** Distance of an inlier in standard deviations. */
const INLIER_SIGMAS = 2;

/**
 * Evaluates a pose by the finest bins alone: in coarse ones all drives look alike.
 *
 * @param T pose of the points' frame in that of the submap
 * @param rangeSigma standard deviation of a range, m
 */
function loopFit(
  { count, xyz }: MatchPoints,
  { levels: [fine] }: Submap,
  { R, t }: Rigid,
  rangeSigma: number,
): LoopFit {
  let matched = 0;
  let inliers = 0;
  let squared = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const x = R[0] * xyz[i] + R[1] * xyz[i + 1] + R[2] * xyz[i + 2] + t[0];
    const y = R[3] * xyz[i] + R[4] * xyz[i + 1] + R[5] * xyz[i + 2] + t[1];
    const z = R[6] * xyz[i] + R[7] * xyz[i + 1] + R[8] * xyz[i + 2] + t[2];
    const bin = fine.find(x, y, z);
    const at = bin < 0 ? -1 : fine.planeOf(bin);
    if (at < 0) continue;
    const p = fine.plane;
    const e = (x - p[at]) * p[at + 3] + (y - p[at + 1]) * p[at + 4] + (z - p[at + 2]) * p[at + 5];
    matched++;
    if (e * e > INLIER_SIGMAS ** 2 * (rangeSigma ** 2 + p[at + 6] ** 2)) continue;
    inliers++;
    squared += e * e;
  }
  return {
    overlap: count > 0 ? matched / count : 0,
    inlierShare: matched > 0 ? inliers / matched : 0,
    rms: inliers > 0 ? Math.sqrt(squared / inliers) : 0,
  };
}

interface OneSidedRegistration {
  readonly T: Rigid;
  readonly converged: boolean;
  readonly fit: LoopFit;
  readonly weakShare: number;
  readonly H: Float64Array;
}

/** Initial width of the robust kernel, m: the error of a trajectory before loop closure. */
const OPENING = 0.5;
/** Prior standard deviations, rad and m; so wide that the result depends on the walls alone. */
const LOOSE = { rotation: 0.3, translation: 2 };

/** Registers submaps of two passes of a place in both directions, from several initial guesses; reuses its buffers. */
export class LoopRegistrar {
  readonly #options: LoopRegistrationOptions;
  readonly #matcher = new ScanMatcher();

  constructor(options: LoopRegistrationOptions = LOOP_REGISTRATION_DEFAULTS) {
    this.#options = options;
  }

  /**
   * Returns the best result of the initial guesses along the drive, with the fit of the best rival.
   *
   * @param T_start B in A by the trajectory
   * @param reach uncertainty of the trajectory along the drive, m: the initial guesses cover at least this
   * @param along unit vector of the drive in A's frame
   * @throws CancelledError
   */
  register(
    a: LoopSubmap,
    b: LoopSubmap,
    T_start: Rigid,
    reach: number,
    along: readonly [number, number, number],
    cancel: CancelToken,
  ): LoopRegistration {
    const starts = this.#starts(T_start, reach, along);
    const answers = starts.map((start) => this.#oneWay(b.few, a, start, cancel));
    const first = answers.reduce((x, y) => (scoreOf(y) > scoreOf(x) ? y : x));
    const others = answers.filter(({ T }) => distance3(T.t, first.T.t) > this.#options.sameWithin);
    const rival = Math.max(0, ...others.map(scoreOf)) / Math.max(scoreOf(first), 1e-9);
    const best = this.#oneWay(b.points, a, first.T, cancel);
    const back = this.#oneWay(a.points, b, invert(best.T), cancel);
    const apart = log(compose(invert(best.T), invert(back.T)));
    return {
      T_a_b: compose(best.T, expScaled(apart, 0.5)),
      covariance: this.#covariance(best, apart),
      converged: best.converged && back.converged,
      figures: {
        overlap: overlapOf(best.fit, back.fit, a, b),
        inlierShare: Math.min(best.fit.inlierShare, back.fit.inlierShare),
        rms: Math.max(best.fit.rms, back.fit.rms),
        weakShare: Math.min(best.weakShare, back.weakShare),
        asymmetry: Math.hypot(apart[3], apart[4], apart[5]),
        asymmetryAngle: Math.hypot(apart[0], apart[1], apart[2]),
        rival,
      },
    };
  }

  #starts(T_start: Rigid, reach: number, along: readonly [number, number, number]): Rigid[] {
    const { rivalSpacing, rivalReach } = this.#options;
    const steps = Math.ceil(Math.max(reach, rivalReach) / rivalSpacing);
    return Array.from({ length: 2 * steps + 1 }, (_, k) => {
      const shift = (k - steps) * rivalSpacing;
      const t = T_start.t.map((value, i) => value + shift * along[i]);
      return { R: T_start.R, t };
    });
  }

  #oneWay(
    points: MatchPoints,
    { submap }: LoopSubmap,
    start: Rigid,
    cancel: CancelToken,
  ): OneSidedRegistration {
    const prior = {
      T_map_sensor: start,
      rotationSigma: LOOSE.rotation,
      translationSigma: LOOSE.translation,
    };
    const { T_map_sensor, system, converged } = this.#matcher.match(
      () => points,
      submap,
      start,
      prior,
      OPENING,
      cancel,
    );
    return {
      T: T_map_sensor,
      converged: converged,
      fit: loopFit(points, submap, T_map_sensor, SCAN_MATCHER_DEFAULTS.rangeSigma),
      weakShare: weakestTranslation(system.translation).share,
      H: symmetric6(system.H),
    };
  }

  /**
   * Covariance of the result: that of the points, scaled; half the difference of the two directions; and the lower
   * limit.
   */
  #covariance({ H }: OneSidedRegistration, apart: ArrayLike<number>): Float64Array {
    const { sigmaFactor, leastSigma, leastAngleSigma } = this.#options;
    const C = invertSymmetric(H, 6) ?? unknown();
    for (let i = 0; i < 36; i++) C[i] *= sigmaFactor ** 2;
    const turn = (apart[0] ** 2 + apart[1] ** 2 + apart[2] ** 2) / 12;
    const shift = (apart[3] ** 2 + apart[4] ** 2 + apart[5] ** 2) / 12;
    for (let i = 0; i < 3; i++) {
      C[7 * i] += leastAngleSigma ** 2 + turn + 2 * POSE_SWAY.rotation ** 2;
      C[7 * (i + 3)] += leastSigma ** 2 + shift + 2 * POSE_SWAY.translation ** 2;
    }
    return C;
  }
}

/** Overlap of two submaps: of either's points, the less; of scans in a cloud, of the points of the scans. */
function overlapOf(best: LoopFit, back: LoopFit, a: LoopSubmap, b: LoopSubmap): number {
  if (a.isWhole === b.isWhole) return Math.min(best.overlap, back.overlap);
  return a.isWhole ? best.overlap : back.overlap;
}

/** Score: share of all points that fit walls of the other submap. A few walls that fit well do not identify a place. */
function scoreOf({ fit }: OneSidedRegistration): number {
  return fit.overlap * fit.inlierShare;
}

function unknown(): Float64Array {
  const C = new Float64Array(36);
  for (let i = 0; i < 6; i++) C[7 * i] = 1;
  return C;
}
