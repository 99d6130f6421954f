import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import {
  compose,
  exp,
  expSo3,
  invert,
  log,
  multiply3,
  quaternionOf,
  rotationAngle,
  transpose3,
} from '../../../src-core/math/se3.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { columnPosesOf, middleFromFirst } from '../../../src-core/odometry/frame/deskewed-scan.ts';
import type { RateSamples } from '../../../src-core/odometry/frame/gyro-rotation.ts';
import {
  type ColumnPoses,
  constantVelocityColumns,
  gyroColumns,
  gyroTurns,
} from '../../../src-core/odometry/frame/motion.ts';
import type { ScanClock } from '../../../src-core/odometry/frame/scan-clock.ts';

const SEED = 43;
const COLUMNS = 256;
const PERIOD = 0.1;
const CLOCK: ScanClock = {
  firstNs: 0n,
  period: PERIOD,
  fraction: Float64Array.from({ length: COLUMNS }, (_, c) => c / COLUMNS),
};
const NO_RATES: RateSamples = { times: [], rates: [] };

function poseOf(poses: ColumnPoses, column: number): Rigid {
  return { R: poses.slice(12 * column, 12 * column + 9), t: poses.slice(12 * column + 9, 12 * column + 12) };
}

function distance(a: Rigid, b: Rigid): { metres: number; radians: number } {
  const difference = compose(invert(a), b);
  return { metres: Math.hypot(...difference.t), radians: rotationAngle(difference.R) };
}

describe(`motion within a rotation (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const twist = Float64Array.from({ length: 6 }, (_, k) => (k < 3 ? 0.05 : 0.3) * random.normal());

  it('at constant velocity is the twist gone through in very small steps', () => {
    const poses = constantVelocityColumns(CLOCK, twist);
    // From the middle forwards and backwards, each step from where the last ended.
    for (const direction of [1, -1]) {
      const step = exp(Array.from(twist, (value) => (direction * value) / (4 * COLUMNS)));
      let T: Rigid = exp([0, 0, 0, 0, 0, 0]);
      for (let quarter = 1; quarter <= 2 * COLUMNS; quarter++) {
        T = compose(T, step);
        const column = COLUMNS / 2 + (direction * quarter) / 4;
        if (quarter % 4 !== 0 || column === COLUMNS) continue;
        const { metres, radians } = distance(poseOf(poses, column), T);
        expect(metres).toBeLessThan(1e-9);
        expect(radians).toBeLessThan(1e-9);
      }
    }
  });

  it.each<[string, number, number[], number]>([
    ['slow turns', 0.3, [-0.02, 0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.11], 0.1],
    ['turns at the limit of a gyro', 35, [-0.01, 0.02, 0.05, 0.08, 0.12], 0.1],
    ['several whole turns between two readings', 900, [0, 0.1], 0.1],
    ['no turn at all', 0, [0, 0.05, 0.1], 0.1],
    ['one reading', 2, [0.04], 0.1],
    ['readings before the rotation alone', 2, [-0.02, -0.01], 0.1],
    ['readings after it alone', 2, [0.11, 0.12], 0.1],
    ['readings at the very times of columns', 2, [0, 0.1 / 256, 0.05, 0.1], 0.1],
    ['a rotation of no time', 2, [0, 0.05], 1e-6],
  ])('has the same rotations as quaternions: %s', (_name, size, times, period) => {
    const rates: RateSamples = {
      times,
      rates: times.map(() => [size * random.normal(), size * random.normal(), size * random.normal()]),
    };
    const clock = { ...CLOCK, period };
    const bias = [0.01, -0.02, 0.03];
    const columns = gyroColumns(clock, rates, bias, [0, 0, 0]);
    const turns = gyroTurns(clock, rates, bias);
    let farthest = 0;
    for (let c = 0; c < COLUMNS; c++) {
      const part = turns.subarray(4 * c, 4 * c + 4);
      expect(part[3]).toBeGreaterThanOrEqual(0);
      const expected = quaternionOf(poseOf(columns, c).R);
      // At a half turn the sign of both is a matter of rounding.
      const sign = part[3] < 1e-9 && expected[0] * part[0] + expected[1] * part[1] < 0 ? -1 : 1;
      farthest = Math.max(farthest, ...part.map((value, k) => Math.abs(sign * value - expected[k])));
    }
    expect(farthest).toBeLessThan(1e-12);
    // The kernels in WebAssembly are to the bit what TypeScript is.
    const moved = [...gyroColumns(clock, rates, bias, twist.subarray(3))];
    expect(moved).toEqual([...gyroColumns(clock, rates, bias, twist.subarray(3), false)]);
    expect([...gyroTurns(clock, rates, bias)]).toEqual([...gyroTurns(clock, rates, bias, false)]);
  });

  it('stands still at the middle of the rotation, and everywhere without motion', () => {
    expect(log(poseOf(constantVelocityColumns(CLOCK, twist), COLUMNS / 2)).every((v) => v === 0)).toBe(true);
    const still = constantVelocityColumns(CLOCK, new Float64Array(6));
    for (let c = 0; c < COLUMNS; c++) expect(Math.hypot(...log(poseOf(still, c)))).toBe(0);
  });

  it('follows the clock of the columns, not their numbers', () => {
    const late: ScanClock = { ...CLOCK, fraction: CLOCK.fraction.map((f) => 0.9 * f + 0.05) };
    const poses = constantVelocityColumns(late, twist);
    for (const c of [0, 100, 255]) {
      const truth = exp(Array.from(twist, (value) => value * (0.9 * (c / COLUMNS) + 0.05 - 0.5)));
      expect(distance(poseOf(poses, c), truth).metres).toBeLessThan(1e-12);
    }
  });

  const bias: [number, number, number] = [0.01, -0.02, 0.005];
  const rate = (t: number): [number, number, number] => [0.7 * Math.sin(12 * t), 0.5, 0.6 * Math.cos(9 * t)];
  const times = Array.from({ length: 15 }, (_, i) => -0.02 + 0.01 * i);
  const rates: RateSamples = {
    times,
    rates: times.map((t) => rate(t).map((value, k) => value + bias[k]) as [number, number, number]),
  };
  const velocity = [0.12, -0.01, 0.004];

  it('by the gyro is its rate in very small steps about the middle, in a straight line at even speed', () => {
    const poses = gyroColumns(CLOCK, rates, bias, velocity);
    const fine = 64;
    const dt = PERIOD / COLUMNS / fine;
    const rotations: Float64Array[] = [Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)];
    for (let step = 0; step < COLUMNS * fine; step++) {
      const [x, y, z] = rate((step + 0.5) * dt);
      rotations.push(multiply3(rotations[step], expSo3(x * dt, y * dt, z * dt)));
    }
    const toMiddle = transpose3(rotations[(COLUMNS * fine) / 2]);
    for (let c = 0; c < COLUMNS; c++) {
      const truth: Rigid = {
        R: multiply3(toMiddle, rotations[c * fine]),
        t: Float64Array.from(velocity, (v) => v * (c / COLUMNS - 0.5)),
      };
      const { metres, radians } = distance(poseOf(poses, c), truth);
      // Readings in straight lines cut the curve by dt^2 / 12 of what its slope changes.
      expect(radians).toBeLessThan(1e-4);
      expect(metres).toBeLessThan(1e-12);
    }
  });

  it('of a constant rate is the same by gyro as by twist, but for the bend of the way', () => {
    const turning: RateSamples = { times, rates: times.map(() => [0, 0, 0.5]) };
    const byGyro = gyroColumns(CLOCK, turning, [0, 0, 0], [0.1, 0, 0]);
    const byTwist = constantVelocityColumns(CLOCK, [0, 0, 0.05, 0.1, 0, 0]);
    for (let c = 0; c < COLUMNS; c++) {
      const { metres, radians } = distance(poseOf(byGyro, c), poseOf(byTwist, c));
      expect(radians).toBeLessThan(1e-12);
      // Arrow of an arc of 50 mm that turns by 25 mrad.
      expect(metres).toBeLessThan(0.05 * 0.025);
    }
  });

  it.each([
    ['constant velocity', { twist, gyroBias: null }, NO_RATES],
    ['the gyro', { twist, gyroBias: bias }, rates],
    ['the gyro without readings', { twist, gyroBias: bias }, NO_RATES],
  ] as const)('ties the first column to the middle as it ties the points: %s', (_name, motion, samples) => {
    const T_middle_first = poseOf(columnPosesOf(CLOCK, samples, motion), 0);
    const { metres, radians } = distance(invert(T_middle_first), middleFromFirst(CLOCK, samples, motion));
    expect(metres).toBeLessThan(1e-12);
    expect(radians).toBeLessThan(1e-12);
  });
});
