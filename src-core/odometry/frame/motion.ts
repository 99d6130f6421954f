import { exp, multiply3, transpose3 } from '../../math/se3.ts';
import { type Kernels, openKernels } from '../../math/simd-kernels.ts';
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
 * @param simd false: in TypeScript, also where WebAssembly would be faster; the numbers are the same
 */
export function gyroColumns(
  clock: ScanClock,
  rates: RateSamples,
  bias: ArrayLike<number>,
  velocity: ArrayLike<number>,
  simd = true,
): ColumnPoses {
  const columns = clock.fraction.length;
  const toReference = transpose3(integrateRates(rates, bias, 0, [REFERENCE_FRACTION * clock.period]));
  const room = simd ? roomFor(clock, rates) : null;
  if (room !== null) {
    const { run, fraction, times, readings, inputs, out } = room;
    inputs.set(bias);
    inputs.set(velocity, 3);
    inputs.set(toReference, 6);
    const isDone = run.gyroPoses(
      fraction.byteOffset,
      columns,
      clock.period,
      times.byteOffset,
      readings.byteOffset,
      rates.times.length,
      inputs.byteOffset,
      REFERENCE_FRACTION,
      out.byteOffset,
    );
    if (isDone === 1) return out.slice(0, 12 * columns);
  }
  const poses = new Float64Array(12 * columns);
  const times = columnTimes(clock);
  const rotations = integrateRates(rates, bias, 0, times);
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

/**
 * The rotations of `gyroColumns` as unit quaternions (x y z w, w >= 0), 4 numbers a column, to 1e-12.
 *
 * @param simd as in `gyroColumns`
 * @returns valid until the next call of either
 */
export function gyroTurns(
  clock: ScanClock,
  rates: RateSamples,
  bias: ArrayLike<number>,
  simd = true,
): Float64Array {
  const reference = integrateTurns(rates, bias, 0, [REFERENCE_FRACTION * clock.period]);
  const room = simd ? roomFor(clock, rates) : null;
  if (room !== null) {
    const { run, fraction, times, readings, inputs, out } = room;
    inputs.set(bias);
    inputs.set(reference, 3);
    const isDone = run.gyroTurns(
      fraction.byteOffset,
      clock.fraction.length,
      clock.period,
      times.byteOffset,
      readings.byteOffset,
      rates.times.length,
      inputs.byteOffset,
      out.byteOffset,
    );
    if (isDone === 1) return out.subarray(0, 4 * clock.fraction.length);
  }
  const times = columnTimes(clock);
  const turns = integrateTurns(rates, bias, 0, times);
  giveBack(times);
  const [rx, ry, rz, rw] = reference;
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

/** Arrays of the columns in the memory of the kernels; see `kernels.as`. */
interface ColumnRoom {
  readonly run: Kernels['run'];
  readonly fraction: Float64Array;
  readonly times: Float64Array;
  /** 3 a reading. */
  readonly readings: Float64Array;
  /** Bias and what else is not of a column or a reading. */
  readonly inputs: Float64Array;
  readonly out: Float64Array;
}

/** Opened once for all scans of a sensor; null before, and where there is no SIMD. */
let columnRoom: ColumnRoom | null = null;

/** The kernels with a clock and its readings in place; null: no SIMD, or no readings. */
function roomFor({ fraction }: ScanClock, { times, rates }: RateSamples): ColumnRoom | null {
  const count = times.length;
  if (count === 0) return null;
  if (columnRoom === null || columnRoom.fraction.length < fraction.length || columnRoom.times.length < count)
    columnRoom = openColumns(fraction.length, 2 * count);
  if (columnRoom === null) return null;
  columnRoom.fraction.set(fraction);
  for (let k = 0; k < count; k++) {
    columnRoom.times[k] = times[k];
    for (let axis = 0; axis < 3; axis++) columnRoom.readings[3 * k + axis] = rates[k][axis];
  }
  return columnRoom;
}

function openColumns(columns: number, readings: number): ColumnRoom | null {
  const kernels = openKernels(8 * (13 * columns + 4 * readings + 15) + 128);
  return (
    kernels && {
      run: kernels.run,
      fraction: kernels.f64(columns),
      times: kernels.f64(readings),
      readings: kernels.f64(3 * readings),
      inputs: kernels.f64(15),
      out: kernels.f64(12 * columns),
    }
  );
}

function writePose(poses: ColumnPoses, column: number, T: Rigid): void {
  poses.set(T.R, 12 * column);
  poses.set(T.t, 12 * column + 9);
}
