import type { Poses } from '../../src-core/contract/shapes.ts';
import { ALONG_CONSTRAINTS, type PoseQuality, type ScanPose } from '../../src-core/model/pose.ts';

/** Pose in the form of the window. */
export interface PoseRow {
  readonly scanIndex: number;
  /** R row-major, then t in metres. */
  readonly T_map_sensor: ArrayLike<number>;
  readonly seconds: number;
  readonly isKeyframe: boolean;
  readonly quality: PoseQuality;
}

/** @param firstNs stamp of the zero of seconds */
export function poseRow({ T_map_sensor: { R, t }, stampNs, ...pose }: ScanPose, firstNs: bigint): PoseRow {
  return { ...pose, T_map_sensor: [...R, ...t], seconds: Number(stampNs - firstNs) * 1e-9 };
}

/** Wire form of poses, in columns. */
export function posesOf(rows: readonly PoseRow[]): Poses {
  const size = rows.length;
  const columns: Poses = {
    scanIndex: new Uint32Array(size),
    T_map_sensor: new Float64Array(12 * size),
    seconds: new Float64Array(size),
    rms: new Float32Array(size),
    inliers: new Uint32Array(size),
    matched: new Uint32Array(size),
    eigenvalues: new Float64Array(6 * size),
    weakDirection: new Float32Array(3 * size),
    weakSigma: new Float32Array(size),
    heldBy: new Uint8Array(size),
    alongSigma: new Float32Array(size),
    isKeyframe: new Uint8Array(size),
  };
  rows.forEach(({ scanIndex, T_map_sensor, seconds, isKeyframe, quality }, i) => {
    columns.scanIndex[i] = scanIndex;
    columns.T_map_sensor.set(T_map_sensor, 12 * i);
    columns.seconds[i] = seconds;
    columns.rms[i] = quality.rms;
    columns.inliers[i] = quality.inliers;
    columns.matched[i] = quality.matched;
    columns.eigenvalues.set(quality.eigenvalues, 6 * i);
    columns.weakDirection.set(quality.weakDirection, 3 * i);
    columns.weakSigma[i] = quality.weakSigma;
    columns.heldBy[i] = ALONG_CONSTRAINTS.indexOf(quality.heldBy);
    columns.alongSigma[i] = quality.alongSigma;
    columns.isKeyframe[i] = isKeyframe ? 1 : 0;
  });
  return columns;
}
