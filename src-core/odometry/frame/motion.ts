import { exp, multiply3, transpose3 } from '../../math/se3.ts';
import { giveBack } from '../../model/give-back.ts';
import type { Rigid } from '../../model/rigid.ts';
import { integrateRates, integrateTurns, type RateSamples } from './gyro-rotation.ts';
import type { ScanClock } from './scan-clock.ts';

/**
 * Reference instant of a scan as a fraction of the rotation: the middle, where errors of the assumed motion cancel
 * best.
 */
export const REFERENCE_FRACTION = 0.5;

/**
 * Pose of the sensor at each column relative to the reference instant, `T_reference_column`: 12 numbers a column (R
 * row-major, then t).
 */
export type ColumnPoses = Float64Array;

/**
 * Column poses at constant velocity over the rotation: `T_reference_column = exp((fraction - 1/2) twist)`.
 *
 * @param twist motion over one whole rotation, sensor frame (rotation vector, then translation)
 */
export function constantVelocityColumns(clock: ScanClock, twist: ArrayLike<number>): ColumnPoses {
  const poses = new Float64Array(12 * clock.fraction.length);
  const scaled = new Float64Array(6);
  for (let c = 0; c < clock.fraction.length; c++) {
    const f = clock.fraction[c] - REFERENCE_FRACTION;
    for (let k = 0; k < 6; k++) scaled[k] = twist[k] * f;
    writePose(poses, c, exp(scaled));
  }
  return poses;
}

/**
 * Column poses with rotation from the gyro and translation at constant velocity in the reference frame,
 * `t = (fraction - 1/2) v`.
 *
 * @param rates readings around the rotation, time zero at the first column
 * @param bias of the gyro, rad/s
 * @param velocity translation over one whole rotation, metres
 */
export function gyroColumns(
  clock: ScanClock,
  rates: RateSamples,
  bias: ArrayLike<number>,
  velocity: ArrayLike<number>,
): ColumnPoses {
  const columns = clock.fraction.length;
  const poses = new Float64Array(12 * columns);
  const times = columnTimes(clock);
  const rotations = integrateRates(rates, bias, 0, times);
  const toReference = transpose3(integrateRates(rates, bias, 0, [REFERENCE_FRACTION * clock.period]));
  const R_first_column = new Float64Array(9);
  const R_reference_column = new Float64Array(9);
  for (let c = 0; c < columns; c++) {
    const f = clock.fraction[c] - REFERENCE_FRACTION;
    for (let k = 0; k < 9; k++) R_first_column[k] = rotations[9 * c + k];
    multiply3(toReference, R_first_column, R_reference_column);
    for (let k = 0; k < 9; k++) poses[12 * c + k] = R_reference_column[k];
    for (let k = 0; k < 3; k++) poses[12 * c + 9 + k] = velocity[k] * f;
  }
  giveBack(rotations, times);
  return poses;
}

/** Seconds of each column after the first. */
function columnTimes({ fraction, period }: ScanClock): Float64Array {
  const times = new Float64Array(fraction.length);
  // Not by `map`, which puts each number on the heap.
  for (let c = 0; c < times.length; c++) times[c] = fraction[c] * period;
  return times;
}

/** The rotations of `gyroColumns` as unit quaternions (x y z w, w >= 0), 4 numbers a column, to 1e-12. */
export function gyroTurns(clock: ScanClock, rates: RateSamples, bias: ArrayLike<number>): Float64Array {
  const times = columnTimes(clock);
  const turns = integrateTurns(rates, bias, 0, times);
  giveBack(times);
  const [rx, ry, rz, rw] = integrateTurns(rates, bias, 0, [REFERENCE_FRACTION * clock.period]);
  for (let at = 0; at < turns.length; at += 4) {
    const [x, y, z, w] = [turns[at], turns[at + 1], turns[at + 2], turns[at + 3]];
    const real = rw * w + rx * x + ry * y + rz * z;
    const side = real < 0 ? -1 : 1;
    turns[at] = side * (rw * x - rx * w - ry * z + rz * y);
    turns[at + 1] = side * (rw * y + rx * z - ry * w - rz * x);
    turns[at + 2] = side * (rw * z - rx * y + ry * x - rz * w);
    turns[at + 3] = side * real;
  }
  return turns;
}

function writePose(poses: ColumnPoses, column: number, T: Rigid): void {
  poses.set(T.R, 12 * column);
  poses.set(T.t, 12 * column + 9);
}
