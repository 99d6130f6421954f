import { median } from '../../../math/statistics.ts';
import type { MessageCloud } from './point-cloud-message.ts';

/** A cloud with a ring and a time for each point. */
export type RingCloud = MessageCloud & { readonly ring: Uint16Array; readonly seconds: Float64Array };

/** True where a cloud has rings, and times that differ: some drivers leave the field empty. */
export function hasRingTimes(cloud: MessageCloud): cloud is RingCloud {
  return cloud.ring !== null && cloud.seconds !== null && isSpread(cloud.seconds);
}

/** False for times that are all the same. */
function isSpread(times: Float64Array): boolean {
  return times.length === 0 || times.some((time) => time !== times[0]);
}

/** Beams of a sensor and its rotation, from the points of its clouds. */
export interface RingFit {
  /** Ring number of each beam, top to bottom. */
  readonly rings: readonly number[];
  readonly altitudeDeg: Float64Array;
  /** Height of each beam's origin, m. */
  readonly height: Float64Array;
  /** Per beam: degrees clockwise from the azimuth of its firing, and its time after the firing's first beam, s. */
  readonly azimuthDeg: Float64Array;
  readonly delay: Float64Array;
  readonly rotationHz: number;
  /** Time from one firing to the next, s. */
  readonly cycle: number;
  /** False where the sensor turns counter-clockwise seen from above. */
  readonly clockwise: boolean;
}

/** Points of a ring without which its beam is not determined. */
const LEAST_POINTS = 20;
const LEAST_RINGS = 4;
/** Part of a rotation that a cloud must cover, degrees. */
const LEAST_TURN = 90;
/** Firings of a rotation: no sensor has as many. */
const MOST_FIRINGS = 16_384;
/** Rotations a second: no motor turns faster or slower, and times that are too short or too long make it seem so. */
const MOST_HERTZ = 100;
const LEAST_HERTZ = 0.5;
const DEGREES = 180 / Math.PI;

/**
 * Fits the beams of a spinning sensor to a cloud. A ring is a cone: z = rho tan(altitude) + height. The ring with most
 * points tells how the azimuth turns with time; the others, how far their beams are aimed from it, and how much later in a
 * firing they measure. Exact but for the rounding of the points, whatever the noise of the ranges, which moves a point
 * along its ray.
 *
 * @returns null where the points do not determine it
 */
export function fitRings({ count, xyz, ring, seconds }: RingCloud): RingFit | null {
  const members = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const list = members.get(ring[i]);
    if (list) list.push(i);
    else members.set(ring[i], [i]);
  }
  const full = [...members].filter(([, points]) => points.length >= LEAST_POINTS);
  if (full.length < LEAST_RINGS) return null;
  const cones = full.flatMap(([number, points]) => {
    const cone = coneOf(xyz, points);
    return cone === null ? [] : [{ number, points: inTime(points, seconds), ...cone }];
  });
  if (cones.length < LEAST_RINGS) return null;
  const first = cones.reduce((best, each) => (each.points.length > best.points.length ? each : best));
  const turn = turnOf(xyz, first.points, seconds);
  if (turn === null) return null;
  const hertz = Math.abs(turn.perSecond) / 360;
  if (!(hertz >= LEAST_HERTZ && hertz <= MOST_HERTZ)) return null;
  const sign = turn.perSecond < 0 ? -1 : 1;
  const cycle = cycleOf(first.points, seconds);
  if (!(cycle > 0)) return null;
  if (!(360 / (Math.abs(turn.perSecond) * cycle) <= MOST_FIRINGS)) return null;
  cones.sort((a, b) => sign * (b.altitude - a.altitude));
  const azimuthOf = (i: number): number => sign * Math.atan2(-xyz[3 * i + 1], xyz[3 * i]) * DEGREES;
  const rate = Math.abs(turn.perSecond);
  const delays = cones.map(({ points }) => delayOf(points, first.points, seconds, cycle));
  const least = Math.min(...delays);
  const delay = Float64Array.from(delays, (value) => value - least);
  const aimed = cones.map(({ points }) =>
    median(points.map((i) => wrapped(azimuthOf(i) - sign * turn.at(seconds[i])))),
  );
  return {
    rings: cones.map(({ number }) => number),
    altitudeDeg: Float64Array.from(cones, ({ altitude }) => sign * altitude * DEGREES),
    height: Float64Array.from(cones, ({ height }) => sign * height),
    azimuthDeg: Float64Array.from(aimed, (aim, beam) => aim + rate * delay[beam]),
    delay,
    rotationHz: hertz,
    cycle,
    clockwise: sign > 0,
  };
}

function inTime(points: readonly number[], seconds: Float64Array): number[] {
  return [...points].sort((a, b) => seconds[a] - seconds[b]);
}

/** Altitude, rad, and height, m, of a ring by least squares over its points; null where they lie at one distance. */
function coneOf(xyz: Float64Array, points: readonly number[]): { altitude: number; height: number } | null {
  let [sum, sumZ, squares, products] = [0, 0, 0, 0];
  for (const i of points) {
    const rho = Math.hypot(xyz[3 * i], xyz[3 * i + 1]);
    sum += rho;
    sumZ += xyz[3 * i + 2];
    squares += rho * rho;
    products += rho * xyz[3 * i + 2];
  }
  const n = points.length;
  const spread = squares / n - (sum / n) ** 2;
  if (!(spread > 1e-4)) return null;
  const slope = (products / n - (sum / n) * (sumZ / n)) / spread;
  return { altitude: Math.atan(slope), height: (sumZ - slope * sum) / n };
}

/** Azimuth, degrees clockwise from x, of a ring with time: a line by least squares. */
function turnOf(
  xyz: Float64Array,
  points: readonly number[],
  seconds: Float64Array,
): { perSecond: number; at(time: number): number } | null {
  let [previous, unwrapped] = [Number.NaN, 0];
  let [n, st, sa, stt, sta] = [0, 0, 0, 0, 0];
  const origin = seconds[points[0]];
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const i of points) {
    const azimuth = Math.atan2(-xyz[3 * i + 1], xyz[3 * i]) * DEGREES;
    unwrapped = Number.isNaN(previous) ? azimuth : unwrapped + wrapped(azimuth - previous);
    previous = azimuth;
    const t = seconds[i] - origin;
    n++;
    st += t;
    sa += unwrapped;
    stt += t * t;
    sta += t * unwrapped;
    lowest = Math.min(lowest, unwrapped);
    highest = Math.max(highest, unwrapped);
  }
  const spread = stt / n - (st / n) ** 2;
  if (!(spread > 0) || highest - lowest < LEAST_TURN) return null;
  const perSecond = (sta / n - (st / n) * (sa / n)) / spread;
  return { perSecond, at: (time) => sa / n + perSecond * (time - origin - st / n) };
}

/** Time from one firing to the next: the median step of a ring, refined over all of its points. */
function cycleOf(points: readonly number[], seconds: Float64Array): number {
  const steps: number[] = [];
  for (let k = 1; k < points.length; k++) {
    const step = seconds[points[k]] - seconds[points[k - 1]];
    if (step > 0) steps.push(step);
  }
  if (steps.length === 0) return Number.NaN;
  const rough = median(steps);
  let [cycles, time] = [0, 0];
  for (const step of steps) {
    const whole = Math.round(step / rough);
    // Over a gap a rough step may count one too many.
    if (whole < 1 || whole > 10) continue;
    cycles += whole;
    time += step;
  }
  return time / cycles;
}

/** How much later than the reference ring a ring measures, within half a cycle, s: a mean on the circle of a cycle. */
function delayOf(
  points: readonly number[],
  reference: readonly number[],
  seconds: Float64Array,
  cycle: number,
): number {
  let near = 0;
  let [x, y] = [0, 0];
  for (const i of points) {
    while (near + 1 < reference.length && seconds[reference[near + 1]] <= seconds[i]) near++;
    // The reference may have had no return in this very cycle.
    const phase = (2 * Math.PI * (seconds[i] - seconds[reference[near]])) / cycle;
    x += Math.cos(phase);
    y += Math.sin(phase);
  }
  return (Math.atan2(y, x) / (2 * Math.PI)) * cycle;
}

/** An angle within half a turn, degrees. */
function wrapped(angle: number): number {
  return angle - 360 * Math.round(angle / 360);
}
