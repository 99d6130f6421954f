import { describe, expect, it } from 'vitest';
import { ImuPairs } from '../../src-core/calibration/imu-alignment.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { expSo3, multiply3, rotateVector } from '../../src-core/math/se3.ts';
import { integrateRates } from '../../src-core/odometry/frame/gyro-rotation.ts';

const SEED = 3;
const DELAY = 0.006;
const ROTATION = [0.01, -0.02, 0.03] as const;
const BIAS = [0.004, -0.002, 0.001];

/** A sway about all axes, rad/s. */
const rateAt = (t: number): [number, number, number] => [
  0.25 * Math.sin(5 * t),
  0.2 * Math.sin(6.1 * t + 1),
  0.15 * Math.sin(3.7 * t + 2) + 0.1,
];

describe(`the alignment of an inertial unit to the lidar (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const turn = expSo3(...ROTATION);
  const pairs = new ImuPairs();
  for (let pair = 0; pair < 60; pair++) {
    const start = 0.37 * pair;
    const times = Array.from({ length: 40 }, (_, k) => -0.1 + 0.01 * k);
    const read = times.map((time) => {
      const rate = rotateVector(turn, ...rateAt(start + time - DELAY));
      return rate.map((value, k) => value + BIAS[k] + 0.001 * random.normal()) as [number, number, number];
    });
    const fine = Array.from({ length: 401 }, (_, k) => -0.1 + 0.001 * k);
    const exact = { times: fine, rates: fine.map((time) => rateAt(start + time)) };
    const noise = expSo3(2e-4 * random.normal(), 2e-4 * random.normal(), 2e-4 * random.normal());
    const R = multiply3(integrateRates(exact, [0, 0, 0], 0.05, [0.15]), noise);
    pairs.add(R, { times, rates: read }, 0.05, 0.15);
  }

  it('finds delay and rotation within their standard deviations', () => {
    const imuAlignment = pairs.estimate()!;
    expect(imuAlignment.pairs).toBe(60);
    expect(imuAlignment.delay.sigma).toBeLessThan(0.001);
    expect(Math.abs(imuAlignment.delay.value - DELAY)).toBeLessThan(3.5 * imuAlignment.delay.sigma);
    imuAlignment.rotation.forEach(({ value, sigma }, axis) => {
      expect(Math.abs(value - ROTATION[axis])).toBeLessThan(3.5 * sigma);
    });
  });

  it('says nothing of a few pairs', () => {
    expect(new ImuPairs().estimate()).toBeNull();
  });
});
