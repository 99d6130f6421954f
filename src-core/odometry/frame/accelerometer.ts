import { rotateVector } from '../../math/se3.ts';
import type { ImuSample } from '../../model/scan.ts';
import { covers, integrateRates, type RateSamples } from './gyro-rotation.ts';

/** Preintegrated specific force over a span, from which bias and gravity can still be subtracted. */
export interface ForceSpan {
  readonly seconds: number;
  /** Integral of the force in the frame at the start of the span, m/s. */
  readonly velocity: readonly [number, number, number];
  /** Second integral of the force, m. */
  readonly position: readonly [number, number, number];
  /** First integral of the rotation `R_start_sensor`, 3x3 row-major: the change of `velocity` per m/s^2 of bias. */
  readonly biasVelocity: Float64Array;
  readonly biasPosition: Float64Array;
}

/**
 * Preintegrates the accelerometer between two instants. The IMU is assumed at the sensor's origin: the centripetal
 * force on its lever of a few centimetres at a robot's turning rates is below its bias.
 *
 * @param samples around the span, in order
 * @param rates the same readings as rates, on the same clock
 * @param gyroBias rad/s, subtracted from the rates
 * @param originNs time zero of `from` and `to`, which are seconds
 * @returns null: the readings do not cover the span
 */
export function forceSpan(
  samples: readonly ImuSample[],
  R_sensor_imu: Float64Array,
  rates: RateSamples,
  gyroBias: ArrayLike<number>,
  originNs: bigint,
  from: number,
  to: number,
): ForceSpan | null {
  if (!(to > from) || !covers(rates, from, to)) return null;
  const inside = samples
    .map(({ stampNs, accel }) => ({ time: Number(stampNs - originNs) * 1e-9, accel }))
    .filter(({ time }) => time >= from && time < to)
    .sort((a, b) => a.time - b.time);
  if (inside.length === 0) return null;
  const rotations = integrateRates(
    rates,
    gyroBias,
    from,
    inside.map(({ time }) => time),
  );
  const velocity: [number, number, number] = [0, 0, 0];
  const position: [number, number, number] = [0, 0, 0];
  const biasVelocity = new Float64Array(9);
  const biasPosition = new Float64Array(9);
  inside.forEach(({ time, accel }, k) => {
    // Each reading applies up to the midpoints to its neighbours.
    const begin = k === 0 ? from : (inside[k - 1].time + time) / 2;
    const end = k + 1 === inside.length ? to : (time + inside[k + 1].time) / 2;
    const dt = end - begin;
    const left = to - (begin + end) / 2;
    const R = rotations.subarray(9 * k, 9 * k + 9);
    const force = rotateVector(R, ...rotateVector(R_sensor_imu, ...accel));
    for (let i = 0; i < 3; i++) {
      velocity[i] += force[i] * dt;
      position[i] += force[i] * dt * left;
    }
    for (let i = 0; i < 9; i++) {
      biasVelocity[i] += R[i] * dt;
      biasPosition[i] += R[i] * dt * left;
    }
  });
  return { seconds: to - from, velocity, position, biasVelocity, biasPosition };
}
