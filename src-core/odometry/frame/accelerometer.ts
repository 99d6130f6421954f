import { rotateVector } from '../../math/se3.ts';
import type { ImuSample } from '../../model/scan.ts';
import { covers, integrateRates, type RateSamples } from './gyro-rotation.ts';

/** Specific force over a span, summed up so that bias and gravity can still be taken off (preintegration). */
export interface ForceSpan {
  readonly seconds: number;
  /** Integral of the force in the frame of the span's start, m/s. */
  readonly velocity: readonly [number, number, number];
  /** Its second integral, m. */
  readonly position: readonly [number, number, number];
  /** The same of the rotation `R_start_sensor`, 9 numbers row-major: what a bias adds per m/s^2. */
  readonly biasVelocity: Float64Array;
  readonly biasPosition: Float64Array;
}

/**
 * Sums up the accelerometer between two instants. The unit is taken to sit at the sensor's origin: the centripetal force
 * on its few centimetres of lever at a robot's turns is below its bias.
 *
 * @param samples around the span, in order
 * @param rates the same readings as rates, on the same clock
 * @param gyroBias rad/s, taken off the rates
 * @param originNs time zero of `from` and `to`, which are seconds
 * @returns null where the readings do not cover the span
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
    // Each reading stands for the time up to half-way to its neighbours.
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
