import { describe, expect, it } from 'vitest';
import {
  applyToPoint,
  compose,
  expSo3,
  logSo3,
  rigidFromMatrix4,
  rotateVector,
  transpose3,
} from '../../src-core/math/se3.ts';
import { STANDARD_GRAVITY } from '../../src-core/model/gravity.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import { angularRate, simulateImu, specificForce } from '../../src-simulate/motion/imu.ts';
import { IMU_TO_SENSOR } from '../../src-simulate/os1-16.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { SHORT_DRIVE } from './short-drive.ts';

const SEED = 31;
const T_sensor_imu = rigidFromMatrix4(IMU_TO_SENSOR, 1e-3);
const still = { stillStart: 2, stillEnd: 2 };
const curved = simulateDrive({ ...presetOptions('curved', 24), ...still, speed: 1.2, seed: SEED });
const loop = simulateDrive({ ...presetOptions('loop', 20), seed: SEED });

const speedAt = (drive: Drive, t: number): number => {
  const [a, b] = [drive.trajectory.poseAt(t - 1e-4).t, drive.trajectory.poseAt(t + 1e-4).t];
  return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / 2e-4;
};

describe(`true motion (seed ${SEED})`, () => {
  it('stands still before and after, and cruises at its speed between', () => {
    expect(speedAt(curved, 1)).toBeLessThan(1e-9);
    expect(speedAt(curved, curved.trajectory.duration - 0.5)).toBeLessThan(1e-9);
    const middle = Array.from({ length: 40 }, (_, i) => speedAt(curved, 4.5 + 0.1 * i));
    const mean = middle.reduce((sum, value) => sum + value, 0) / middle.length;
    expect(Math.abs(mean / 1.2 - 1)).toBeLessThan(0.05);
  });

  it('starts at the start and ends at the standoff from the face', () => {
    const { line } = curved.scene;
    const [first, last] = [0, curved.trajectory.duration].map((t) => curved.trajectory.poseAt(t).t);
    expect(line.locate(first[0], first[1], first[2], 4).s).toBeCloseTo(4, 2);
    expect(line.locate(last[0], last[1], last[2], 16).s).toBeCloseTo(16, 2);
  });

  it('loop: comes back to the start facing out', () => {
    const [first, last] = [0, loop.trajectory.duration].map((t) => loop.trajectory.poseAt(t));
    expect(Math.hypot(...first.t.map((value, i) => value - last.t[i]))).toBeLessThan(0.4);
    expect(first.R[0] * last.R[0] + first.R[3] * last.R[3] + first.R[6] * last.R[6]).toBeLessThan(-0.99);
  });

  it.each([
    ['curved', curved],
    ['loop', loop],
  ] as const)('%s: derivatives are those of the pose', (_, drive) => {
    const h = 1e-4;
    for (let t = 0.5; t < drive.trajectory.duration - 0.5; t += 0.0913) {
      const [before, now, after] = [t - h, t, t + h].map((at) => drive.trajectory.motionAt(at));
      for (let i = 0; i < 3; i++) {
        const second =
          (after.T_world_sensor.t[i] - 2 * now.T_world_sensor.t[i] + before.T_world_sensor.t[i]) / (h * h);
        expect(Math.abs(second - now.acceleration[i])).toBeLessThan(0.01);
        const rate = (after.angularVelocity[i] - before.angularVelocity[i]) / (2 * h);
        expect(Math.abs(rate - now.angularAcceleration[i])).toBeLessThan(0.02);
      }
      const turned = compose(
        { R: transpose3(before.T_world_sensor.R), t: new Float64Array(3) },
        { R: after.T_world_sensor.R, t: new Float64Array(3) },
      );
      logSo3(turned.R).forEach((angle, i) => {
        expect(Math.abs(angle / (2 * h) - now.angularVelocity[i])).toBeLessThan(1e-4);
      });
    }
  });
});

describe(`inertial unit (seed ${SEED})`, () => {
  it.each([
    ['curved', curved],
    ['loop', loop],
  ] as const)('%s: without errors it integrates back to the poses', (_, drive) => {
    const { trajectory } = drive;
    const start = compose(trajectory.poseAt(0), T_sensor_imu);
    const [h, p, v] = [1e-3, Float64Array.from(start.t), new Float64Array(3)];
    let R = start.R;
    const steps = Math.floor(trajectory.duration / h);
    for (let i = 0; i < steps; i++) {
      const middle = (i + 0.5) * h;
      const w = angularRate(trajectory, middle, T_sensor_imu);
      const halfway = compose(
        { R, t: new Float64Array(3) },
        { R: expSo3((w[0] * h) / 2, (w[1] * h) / 2, (w[2] * h) / 2), t: new Float64Array(3) },
      ).R;
      const f = specificForce(trajectory, middle, T_sensor_imu);
      const a = rotateVector(halfway, f[0], f[1], f[2]);
      a[2] -= STANDARD_GRAVITY;
      for (let k = 0; k < 3; k++) {
        p[k] += v[k] * h + (a[k] * h * h) / 2;
        v[k] += a[k] * h;
      }
      R = compose(
        { R, t: new Float64Array(3) },
        { R: expSo3(w[0] * h, w[1] * h, w[2] * h), t: new Float64Array(3) },
      ).R;
    }
    const end = compose(trajectory.poseAt(steps * h), T_sensor_imu);
    expect(Math.hypot(...end.t.map((value, i) => value - p[i]))).toBeLessThan(5e-3);
    expect(
      Math.hypot(
        ...logSo3(
          compose({ R: transpose3(R), t: new Float64Array(3) }, { R: end.R, t: new Float64Array(3) }).R,
        ),
      ),
    ).toBeLessThan(1e-5);
  });

  it('feels its lever arm: a turning sensor moves its unit', () => {
    const long = { R: T_sensor_imu.R, t: Float64Array.of(1, 0, 0) };
    const t = 6.13;
    const { angularVelocity: w, angularAcceleration: alpha } = curved.trajectory.motionAt(t);
    const h = 1e-3;
    const at = (time: number) => applyToPoint(curved.trajectory.poseAt(time), 1, 0, 0);
    const [a, b, c] = [at(t - h), at(t), at(t + h)];
    const world = [0, 1, 2].map((i) => (a[i] - 2 * b[i] + c[i]) / (h * h) + (i === 2 ? STANDARD_GRAVITY : 0));
    const expected = rotateVector(transpose3(curved.trajectory.poseAt(t).R), world[0], world[1], world[2]);
    specificForce(curved.trajectory, t, long).forEach((value, i) => {
      expect(Math.abs(value - expected[i])).toBeLessThan(0.02);
    });
    expect(Math.hypot(...w)).toBeGreaterThan(0.01);
    expect(Math.hypot(...alpha)).toBeGreaterThan(0.05);
  });

  it('has the noise and the bias that were asked for', () => {
    const options = { ...SHORT_DRIVE.imu, accelWalk: 0, gyroWalk: 0, rateHz: 1000 };
    const readings = simulateImu(curved.trajectory, T_sensor_imu, options, 0n, SEED).slice(0, 1900);
    const quiet = specificForce(curved.trajectory, 0, T_sensor_imu);
    for (let i = 0; i < 3; i++) {
      const errors = readings.map((reading) => reading.accel[i] - quiet[i]);
      const mean = errors.reduce((sum, value) => sum + value, 0) / errors.length;
      const sigma = Math.sqrt(errors.reduce((sum, value) => sum + (value - mean) ** 2, 0) / errors.length);
      expect(Math.abs(sigma / options.accelNoise - 1)).toBeLessThan(0.06);
      expect(Math.abs(mean)).toBeLessThan(4 * options.accelBias);
      const gyro = readings.map((reading) => reading.gyro[i]);
      const drift = gyro.reduce((sum, value) => sum + value, 0) / gyro.length;
      expect(Math.abs(drift)).toBeGreaterThan(1e-5);
      expect(Math.abs(drift)).toBeLessThan(4 * options.gyroBias);
    }
    expect(Math.hypot(...quiet)).toBeCloseTo(STANDARD_GRAVITY, 9);
  });
});
