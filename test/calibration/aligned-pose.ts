import { identity } from '../../src-core/math/se3.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

/** Pose of a scan of a sensor that stands still while it turns. */
export function alignedPose(scanIndex: number, T_map_sensor: Rigid, stampNs: bigint): ScanPose {
  return {
    scanIndex,
    frameId: scanIndex,
    stampNs,
    T_map_sensor,
    T_first_last: identity(),
    gyroBias: null,
    isKeyframe: true,
    quality: {
      eigenvalues: [1, 1, 1, 1, 1, 1],
      weakDirection: [1, 0, 0],
      weakSigma: 0.001,
      weakShare: 0.3,
      degenerate: false,
      heldBy: 'walls',
      alongSigma: 0.001,
      byGyro: false,
      covariance: new Array<number>(36).fill(0),
      inliers: 1000,
      matched: 1000,
      rms: 0.01,
      iterations: 5,
      converged: true,
    },
  };
}
