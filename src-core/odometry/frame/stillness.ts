import type { ImuSample } from '../../model/scan.ts';

/** Least number of readings for a decision. */
const MIN_READINGS = 5;
/** Upper limits of the scatter of a still consumer IMU, with a margin; a driving robot shakes ten times as much. */
const GYRO_SCATTER = 0.003;
const FORCE_SCATTER = 0.05;

/** True if neither rates (rad/s) nor forces (m/s^2) scatter by more than the noise of a still IMU. */
export function isStill(samples: readonly ImuSample[]): boolean {
  if (samples.length < MIN_READINGS) return false;
  return [0, 1, 2].every(
    (axis) =>
      scatter(samples.map(({ gyro }) => gyro[axis])) < GYRO_SCATTER &&
      scatter(samples.map(({ accel }) => accel[axis])) < FORCE_SCATTER,
  );
}

function scatter(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
