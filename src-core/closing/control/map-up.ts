import { rotateVector } from '../../math/se3.ts';
import type { GravityObservation } from '../../model/control.ts';
import type { ScanPose } from '../../model/pose.ts';

/** Up direction in the frame of the poses from all observations: their mean, with its uncertainty. */
export function upInMap(
  observations: readonly GravityObservation[],
  poseOf: (scanIndex: number) => ScanPose | undefined,
): { up: [number, number, number]; sigma: number } | null {
  const sum: [number, number, number] = [0, 0, 0];
  let precision = 0;
  for (const { scanIndex, up, sigma } of observations) {
    const pose = poseOf(scanIndex);
    if (pose === undefined) continue;
    const inMap = rotateVector(pose.T_map_sensor.R, ...up);
    for (let k = 0; k < 3; k++) sum[k] += inMap[k] / sigma ** 2;
    precision += 1 / sigma ** 2;
  }
  const size = Math.hypot(...sum);
  if (!(size > 0.5 * precision)) return null;
  // The bias of the accelerometer is common to all observations: averaging does not reduce it.
  const sigma = Math.min(...observations.map((one) => one.sigma));
  return { up: [sum[0] / size, sum[1] / size, sum[2] / size], sigma };
}

/** Shortest rotation that takes `up` to the z axis, row-major. */
export function levelling(up: readonly [number, number, number]): Float64Array {
  const [x, y, z] = up;
  if (z < -1 + 1e-12) return Float64Array.of(1, 0, 0, 0, -1, 0, 0, 0, -1);
  // R = I + [v]x + [v]x^2 / (1 + c), v = up x e_z = (y, -x, 0)
  const c = 1 / (1 + z);
  return Float64Array.of(1 - x * x * c, -x * y * c, -x, -x * y * c, 1 - y * y * c, -y, x, y, z);
}
