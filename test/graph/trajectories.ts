import { edgeCovariance } from '../../src-core/graph/edge-covariance.ts';
import { whiteningOf } from '../../src-core/graph/whitening.ts';
import { invertSymmetric } from '../../src-core/math/cholesky.ts';
import type { Random } from '../../src-core/math/random.ts';
import { compose, exp, identity, invert } from '../../src-core/math/se3.ts';
import type { PoseQuality, ScanPose } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

/** Evidence of a scan that the walls held: 0.2 mrad, 1 mm across and 2 mm along. */
export const HELD: PoseQuality = {
  eigenvalues: [1, 1, 1, 1, 1, 1],
  weakDirection: [1, 0, 0],
  weakSigma: 0.002,
  weakShare: 0.02,
  degenerate: false,
  heldBy: 'walls',
  alongSigma: 0.002,
  byGyro: false,
  covariance: [0, 1, 2, 3, 4, 5].flatMap((i) =>
    [0, 1, 2, 3, 4, 5].map((j) => (i !== j ? 0 : i < 3 ? 4e-8 : i === 3 ? 4e-6 : 1e-6)),
  ),
  inliers: 4000,
  matched: 4000,
  rms: 0.02,
  iterations: 5,
  converged: true,
};

export function scanPose(scanIndex: number, T_map_sensor: Rigid, quality: PoseQuality = HELD): ScanPose {
  return {
    scanIndex,
    frameId: scanIndex,
    stampNs: BigInt(scanIndex) * 100_000_000n,
    T_map_sensor,
    T_first_last: identity(),
    gyroBias: null,
    isKeyframe: true,
    quality,
  };
}

/** A way in and back out again beside itself, a scan every 0.25 m, turning on the spot at its end. */
export function outAndBack(length: number): Rigid[] {
  const step = 0.25;
  const count = Math.round(length / step);
  const way = (k: number): Rigid => exp([0, 0, 0.01 * k * step, 0, 0, 0]);
  const at = (k: number, turn: number, left: number): Rigid => {
    const { R } = compose(way(k), exp([0, 0, turn, 0, 0, 0]));
    return { R, t: Float64Array.of(k * step, 0.01 * (k * step) ** 2 + left, 0.05 * k * step) };
  };
  return [
    ...Array.from({ length: count }, (_, k) => at(k, 0, 0)),
    ...Array.from({ length: 10 }, (_, k) => at(count, (Math.PI * k) / 10, 0)),
    ...Array.from({ length: count }, (_, k) => at(count - k, Math.PI, 0.2)),
  ];
}

/** The way as an odometry finds it whose errors are drawn from the covariance that the graph is told. */
export function drifted(truth: readonly Rigid[], random: Random, factor = 1): ScanPose[] {
  const poses = truth.map((T, k) => scanPose(k, T));
  const actual: ScanPose[] = [poses[0]];
  for (let k = 1; k < truth.length; k++) {
    const covariance = edgeCovariance([poses[k - 1], poses[k]]);
    const error = drawn(covariance, random).map((value) => factor * value);
    const step = compose(compose(invert(truth[k - 1]), truth[k]), exp(error));
    actual.push(scanPose(k, compose(actual[k - 1].T_map_sensor, step)));
  }
  return actual;
}

/** Normal numbers with a covariance: `U^-1 z`, as `U^T U` is its inverse. */
function drawn(covariance: Float64Array, random: Random): number[] {
  const U = whiteningOf(invertSymmetric(covariance, 6) as Float64Array, 6, 'sample');
  const x = new Array<number>(6).fill(0);
  const z = x.map(() => random.normal());
  for (let i = 5; i >= 0; i--) {
    let sum = z[i];
    for (let k = i + 1; k < 6; k++) sum -= U[6 * i + k] * x[k];
    x[i] = sum / U[7 * i];
  }
  return x;
}
