import type { ImuSample } from '../../model/scan.ts';

/** Readings that tell whether a unit is still. */
const MIN_READINGS = 5;
/** Scatter of a still consumer unit's readings, with room to spare; a robot that drives shakes ten times as much. */
const GYRO_SCATTER = 0.003;
const FORCE_SCATTER = 0.05;

/** True where neither rate (rad/s) nor force (m/s^2) of some readings scatter by more than the noise of a still unit. */
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
