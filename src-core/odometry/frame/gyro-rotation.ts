import { expSo3, multiply3, rotateVector } from '../../math/se3.ts';
import type { ImuSample } from '../../model/scan.ts';

/** Angular rates in the sensor frame, bias not removed. */
export interface RateSamples {
  /** Seconds, ascending; time zero is set by the caller. */
  readonly times: readonly number[];
  /** rad/s. */
  readonly rates: readonly (readonly [number, number, number])[];
}

/** Longest time that a reading may be extrapolated before or after itself, seconds: three readings at 100 Hz. */
const SLACK = 0.03;

/**
 * Angular rates of the IMU readings, sensor frame; readings out of order are dropped.
 *
 * @param originNs the instant that is time zero
 */
export function rateSamples(
  samples: readonly ImuSample[],
  R_sensor_imu: Float64Array,
  originNs: bigint,
): RateSamples {
  const times: number[] = [];
  const rates: [number, number, number][] = [];
  for (const sample of samples) {
    const time = Number(sample.stampNs - originNs) * 1e-9;
    if (times.length > 0 && time <= times[times.length - 1]) continue;
    times.push(time);
    rates.push(rotateVector(R_sensor_imu, ...sample.gyro));
  }
  return { times, rates };
}

/** True if the readings cover a span densely enough to integrate over it. */
export function covers({ times }: RateSamples, from: number, to: number): boolean {
  if (times.length < 2 || times[0] > from + SLACK || times[times.length - 1] < to - SLACK) return false;
  for (let i = 1; i < times.length; i++) {
    const inside = times[i] > from && times[i - 1] < to;
    // A gap in the readings must not be bridged silently.
    if (inside && times[i] - times[i - 1] > 2 * SLACK) return false;
  }
  return true;
}

/**
 * Integrates the rates to `R_from_at` at each of some ascending times: linear between readings, constant before the
 * first and after the last.
 *
 * @param bias rad/s, subtracted from every reading
 * @param times seconds, none before `from`
 * @returns 9 numbers a time, row-major
 */
export function integrateRates(
  samples: RateSamples,
  bias: ArrayLike<number>,
  from: number,
  times: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(9 * times.length);
  let R: Float64Array = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  // Reused between steps: there are a thousand of them in a scan.
  let turned: Float64Array = new Float64Array(9);
  const step = new Float64Array(9);
  let at = from;
  // The first reading after `at`.
  let next = samples.times.findIndex((time) => time > from);
  if (next < 0) next = samples.times.length;
  for (let k = 0; k < times.length; k++) {
    while (at < times[k]) {
      const to = Math.min(samples.times[next] ?? Number.POSITIVE_INFINITY, times[k]);
      const rate = rateAt(samples, (at + to) / 2, next);
      const dt = to - at;
      expSo3((rate[0] - bias[0]) * dt, (rate[1] - bias[1]) * dt, (rate[2] - bias[2]) * dt, step);
      [R, turned] = [multiply3(R, step, turned), R];
      at = to;
      if (next < samples.times.length && at >= samples.times[next]) next++;
    }
    out.set(R, 9 * k);
  }
  return out;
}

// @param next index of the first reading after `time`
function rateAt(
  { times, rates }: RateSamples,
  time: number,
  next: number,
): readonly [number, number, number] {
  if (next === 0) return rates[0];
  if (next >= times.length) return rates[times.length - 1];
  const f = (time - times[next - 1]) / (times[next] - times[next - 1]);
  const before = rates[next - 1];
  const after = rates[next];
  return [
    before[0] + f * (after[0] - before[0]),
    before[1] + f * (after[1] - before[1]),
    before[2] + f * (after[2] - before[2]),
  ];
}
