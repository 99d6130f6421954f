import type { RawImuReading } from '../../src-core/io/capture/legacy-encoder.ts';
import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { rotateVector, transpose3 } from '../../src-core/math/se3.ts';
import { cross3 } from '../../src-core/math/vec3.ts';
import { STANDARD_GRAVITY } from '../../src-core/model/gravity.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { ImuDistortion } from './imu-errors.ts';
import type { SensorTrajectory } from './trajectory.ts';

/** IMU error model, each per reading unless stated otherwise. The defaults are those of a consumer MEMS unit. */
export interface ImuOptions {
  /** Readings per second. */
  readonly rateHz: number;
  /** White noise, m/s^2. */
  readonly accelNoise: number;
  /** White noise, rad/s. */
  readonly gyroNoise: number;
  /** Standard deviation of the constant part of the bias, m/s^2. */
  readonly accelBias: number;
  /** Standard deviation of the constant part of the bias, rad/s. */
  readonly gyroBias: number;
  /** Random walk of the bias, m/s^2 per square root of a second. */
  readonly accelWalk: number;
  /** Random walk of the bias, rad/s per square root of a second. */
  readonly gyroWalk: number;
}

export const IMU_DEFAULTS: ImuOptions = {
  rateHz: 100,
  accelNoise: 0.03,
  gyroNoise: 0.0012,
  accelBias: 0.1,
  gyroBias: 0.004,
  accelWalk: 0.001,
  gyroWalk: 2e-5,
};

/** Delay of the gyro reading after the accelerometer reading, ns. */
const GYRO_DELAY_NS = 214_000n;

/**
 * Simulates the IMU readings: specific force and angular rate at its own position and in its own frame,
 *
 *     f_imu = R_imu_world (a + alpha x l + w x (w x l) - g),   l = position of the IMU in the sensor frame
 *
 * plus bias and noise.
 *
 * @param distortion further errors of one individual unit; null: none
 */
export function simulateImu(
  trajectory: SensorTrajectory,
  T_sensor_imu: Rigid,
  options: ImuOptions,
  clockStartNs: bigint,
  seed: number,
  distortion: ImuDistortion | null = null,
): RawImuReading[] {
  const random = seededRandom(subSeed(seed, 'imu'));
  const vector = (sigma: number) => [
    random.normal() * sigma,
    random.normal() * sigma,
    random.normal() * sigma,
  ];
  const accelBias = vector(options.accelBias);
  const gyroBias = vector(options.gyroBias);
  const walk = Math.sqrt(1 / options.rateHz);
  const readings: RawImuReading[] = [];
  const count = Math.floor(trajectory.duration * options.rateHz);
  const periodNs = 1e9 / options.rateHz;
  for (let k = 0; k < count; k++) {
    const accelNs = BigInt(Math.round((k + 0.3) * periodNs));
    const gyroNs = accelNs + GYRO_DELAY_NS;
    const late = distortion?.timeOffset ?? 0;
    const [forceAt, rateAt] = [Number(accelNs) * 1e-9 - late, Number(gyroNs) * 1e-9 - late];
    const trueForce = specificForce(trajectory, forceAt, T_sensor_imu);
    const trueRate = angularRate(trajectory, rateAt, T_sensor_imu);
    const force = distortion === null ? trueForce : distortion.force(trueForce, forceAt);
    const rate = distortion === null ? trueRate : distortion.rate(trueRate, rateAt);
    const accelNoise = vector(options.accelNoise);
    const gyroNoise = vector(options.gyroNoise);
    readings.push({
      accelStampNs: clockStartNs + accelNs,
      gyroStampNs: clockStartNs + gyroNs,
      accel: force.map((value, i) => value + accelBias[i] + accelNoise[i]),
      gyro: rate.map((value, i) => value + gyroBias[i] + gyroNoise[i]),
    });
    for (const [bias, sigma] of [
      [accelBias, options.accelWalk],
      [gyroBias, options.gyroWalk],
    ] as const) {
      const steps = vector(sigma * walk);
      for (let i = 0; i < 3; i++) bias[i] += steps[i];
    }
  }
  return readings;
}

/** Specific force at the IMU, m/s^2, IMU frame, t seconds after the start. */
export function specificForce(trajectory: SensorTrajectory, t: number, T_sensor_imu: Rigid): number[] {
  const { T_world_sensor, acceleration, angularVelocity, angularAcceleration } = trajectory.motionAt(t);
  const lever = T_sensor_imu.t;
  const centripetal = cross3(angularVelocity, cross3(angularVelocity, lever));
  const tangential = cross3(angularAcceleration, lever);
  const [ax, ay, az] = acceleration;
  const force = rotateVector(transpose3(T_world_sensor.R), ax, ay, az + STANDARD_GRAVITY);
  const [fx, fy, fz] = force.map((value, i) => value + tangential[i] + centripetal[i]);
  return rotateVector(transpose3(T_sensor_imu.R), fx, fy, fz);
}

/** Angular rate, rad/s, IMU frame, t seconds after the start. */
export function angularRate(trajectory: SensorTrajectory, t: number, T_sensor_imu: Rigid): number[] {
  const [wx, wy, wz] = trajectory.motionAt(t).angularVelocity;
  return rotateVector(transpose3(T_sensor_imu.R), wx, wy, wz);
}
