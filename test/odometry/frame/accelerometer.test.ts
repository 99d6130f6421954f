import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { expSo3, multiply3, rotateVector, transpose3 } from '../../../src-core/math/se3.ts';
import type { ImuSample } from '../../../src-core/model/scan.ts';
import { isStill } from '../../../src-core/odometry/along/along-motion.ts';
import { forceSpan } from '../../../src-core/odometry/frame/accelerometer.ts';
import { rateSamples } from '../../../src-core/odometry/frame/gyro-rotation.ts';

const SEED = 227;
const ORIGIN = 1_700_000_000_000_000_000n;
const BIAS = [0.01, -0.02, 0.005];
/** The unit lies on its side in the sensor. */
const R_SENSOR_IMU = expSo3(Math.PI / 2, 0, 0);

/** A body that turns at a constant rate, seconds from -0.1 to 0.4. */
const RATE: [number, number, number] = [0.3, -0.5, 0.8];
const rotationAt = (t: number) => expSo3(RATE[0] * t, RATE[1] * t, RATE[2] * t);
/** Force in the frame of time zero, m/s^2. */
const forceAt = (t: number): [number, number, number] => [0.4 + 2 * t, -0.3, 9.8 + Math.sin(5 * t)];

function samples(rateHz: number, drop: (k: number) => boolean = () => false): ImuSample[] {
  const imu = transpose3(R_SENSOR_IMU);
  const all: ImuSample[] = [];
  for (let k = 0; k < 0.5 * rateHz; k++) {
    const t = -0.1 + k / rateHz;
    if (drop(k)) continue;
    const inSensor = rotateVector(transpose3(rotationAt(t)), ...forceAt(t));
    const rate = RATE.map((value, i) => value + BIAS[i]) as [number, number, number];
    all.push({
      stampNs: ORIGIN + BigInt(Math.round(t * 1e9)),
      accel: rotateVector(imu, ...inSensor),
      gyro: rotateVector(imu, ...rate),
    });
  }
  return all;
}

const span = (imu: ImuSample[], from = 0, to = 0.2) =>
  forceSpan(imu, R_SENSOR_IMU, rateSamples(imu, R_SENSOR_IMU, ORIGIN), BIAS, ORIGIN, from, to);

describe('specific force over a span', () => {
  it('adds up to the velocity and the way of the analytic body, the more exactly the more readings', () => {
    // Integrals of the force of time zero over 0 .. T.
    const T = 0.2;
    const velocity = [0.4 * T + T * T, -0.3 * T, 9.8 * T + (1 - Math.cos(5 * T)) / 5];
    const position = [0.2 * T * T + T ** 3 / 3, -0.15 * T * T, 4.9 * T * T + T / 5 - Math.sin(5 * T) / 25];
    const errors = [100, 1000].map((rateHz) => {
      const forceSpan = span(samples(rateHz));
      if (forceSpan === null) throw new Error('not covered');
      const off = [0, 1, 2].map(
        (i) => Math.abs(forceSpan.velocity[i] - velocity[i]) + Math.abs(forceSpan.position[i] - position[i]),
      );
      return Math.max(...off);
    });
    expect(errors[0]).toBeLessThan(0.003);
    expect(errors[1]).toBeLessThan(0.1 * errors[0]);
  });

  it('tells what a bias adds: that of the readings with it, less that of those without', () => {
    const imu = samples(100);
    const bias: [number, number, number] = [0.1, -0.2, 0.3];
    const inImu = rotateVector(transpose3(R_SENSOR_IMU), ...bias);
    const biased = imu.map((reading) => ({
      ...reading,
      accel: reading.accel.map((value, i) => value + inImu[i]) as [number, number, number],
    }));
    const [without, with_] = [span(imu), span(biased)];
    if (without === null || with_ === null) throw new Error('not covered');
    const added = (A: Float64Array) => rotateVector(A, ...bias);
    for (let i = 0; i < 3; i++) {
      expect(with_.velocity[i] - without.velocity[i]).toBeCloseTo(added(without.biasVelocity)[i], 12);
      expect(with_.position[i] - without.position[i]).toBeCloseTo(added(without.biasPosition)[i], 12);
    }
  });

  it('needs readings all the way, in whatever order they come', () => {
    expect(span(samples(100, (k) => k > 15 && k < 25))).toBeNull();
    expect(span([])).toBeNull();
    expect(span(samples(100), 0.2, 0.2)).toBeNull();
    expect(span(samples(100), 0.3, 0.6)).toBeNull();
    const whole = span(samples(100));
    expect(whole?.seconds).toBe(0.2);
    expect(multiply3(whole?.biasVelocity ?? new Float64Array(9), expSo3(0, 0, 0))).toHaveLength(9);
  });
});

describe(`stillness of an inertial unit (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const reading = (gyro: number, accel: number): ImuSample => ({
    stampNs: ORIGIN,
    gyro: [0.02 + gyro * random.normal(), gyro * random.normal(), -0.01 + gyro * random.normal()],
    accel: [0.3 + accel * random.normal(), accel * random.normal(), 9.7 + accel * random.normal()],
  });
  const share = (gyro: number, accel: number) => {
    const trials = Array.from({ length: 400 }, () =>
      isStill(Array.from({ length: 10 }, () => reading(gyro, accel))),
    );
    return trials.filter((still) => still).length / trials.length;
  };

  it('is that of its noise, whatever its bias, and not that of a robot on its way', () => {
    expect(share(0.0012, 0.03)).toBeGreaterThan(0.9);
    expect(share(0.02, 0.03)).toBe(0);
    expect(share(0.0012, 0.15)).toBeLessThan(0.01);
    expect(isStill([reading(0, 0)])).toBe(false);
    expect(isStill([])).toBe(false);
  });
});
