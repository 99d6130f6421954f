import { expSo3Of, multiply3, rotateVector } from '../../math/se3.ts';
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
  // Reused between steps, and numbers of no calls: there are a thousand of them in a scan.
  let R: Float64Array = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  let turned: Float64Array = new Float64Array(9);
  const step = new Float64Array(9);
  const turn = new Float64Array(3);
  const { times: stamps, rates } = samples;
  const count = stamps.length;
  let at = from;
  // The first reading after `at`.
  let next = stamps.findIndex((time) => time > from);
  if (next < 0) next = count;
  for (let k = 0; k < times.length; k++) {
    while (at < times[k]) {
      const to = next < count && stamps[next] < times[k] ? stamps[next] : times[k];
      const dt = to - at;
      const before = rates[next === 0 ? 0 : next - 1];
      const after = rates[next === count ? count - 1 : next];
      const f =
        next === 0 || next === count
          ? 0
          : ((at + to) / 2 - stamps[next - 1]) / (stamps[next] - stamps[next - 1]);
      for (let axis = 0; axis < 3; axis++)
        turn[axis] = (before[axis] + f * (after[axis] - before[axis]) - bias[axis]) * dt;
      multiply3(R, expSo3Of(turn, step), turned);
      const done = R;
      R = turned;
      turned = done;
      at = to;
      if (next < count && at >= stamps[next]) next++;
    }
    out.set(R, 9 * k);
  }
  return out;
}

/** Half angle squared up to which the series of sine and cosine is exact in f64. */
const SERIES_UP_TO = 1e-4;

/**
 * As `integrateRates`, as unit quaternions (x y z w), which are several times faster to multiply: for engines that need
 * no more than f32 keeps.
 *
 * @returns 4 numbers a time
 */
export function integrateTurns(
  { times: readings, rates }: RateSamples,
  bias: ArrayLike<number>,
  from: number,
  times: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(4 * times.length);
  let [x, y, z, w] = [0, 0, 0, 1];
  let at = from;
  const count = readings.length;
  let next = readings.findIndex((time) => time > from);
  if (next < 0) next = count;
  for (let k = 0; k < times.length; k++) {
    while (at < times[k]) {
      const to = next < count && readings[next] < times[k] ? readings[next] : times[k];
      const before = rates[next === 0 ? 0 : next - 1];
      const after = rates[next === count ? count - 1 : next];
      const isBetween = next > 0 && next < count;
      const f = isBetween ? ((at + to) / 2 - readings[next - 1]) / (readings[next] - readings[next - 1]) : 0;
      const half = (to - at) / 2;
      const hx = half * (before[0] + f * (after[0] - before[0]) - bias[0]);
      const hy = half * (before[1] + f * (after[1] - before[1]) - bias[1]);
      const hz = half * (before[2] + f * (after[2] - before[2]) - bias[2]);
      const h2 = hx * hx + hy * hy + hz * hz;
      const h = Math.sqrt(h2);
      const isSmall = h2 < SERIES_UP_TO;
      const c = isSmall ? 1 - h2 * (1 / 2 - h2 * (1 / 24 - h2 / 720)) : Math.cos(h);
      const s = isSmall ? 1 - h2 * (1 / 6 - h2 * (1 / 120 - h2 / 5040)) : Math.sin(h) / h;
      const [sx, sy, sz] = [s * hx, s * hy, s * hz];
      const qx = w * sx + x * c + y * sz - z * sy;
      const qy = w * sy - x * sz + y * c + z * sx;
      const qz = w * sz + x * sy - y * sx + z * c;
      w = w * c - x * sx - y * sy - z * sz;
      x = qx;
      y = qy;
      z = qz;
      at = to;
      if (next < count && at >= readings[next]) next++;
    }
    out[4 * k] = x;
    out[4 * k + 1] = y;
    out[4 * k + 2] = z;
    out[4 * k + 3] = w;
  }
  return out;
}
