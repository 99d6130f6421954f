import { type Random, seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';

/** Range noise of the sampled walls, one standard deviation, m. */
export const NOISE = 0.02;

/** A line in space with level left vectors: point and (left, up) at a chainage. */
export interface Line {
  at(s: number): { p: number[]; left: number[]; up: number[] };
}

/** Straight line with a rise per metre of plan, from `start`. */
export function straight(grade = 0, start: readonly number[] = [0, 0, 0], headingDeg = 20): Line {
  const heading = (headingDeg * Math.PI) / 180;
  const plan = 1 / Math.hypot(1, grade);
  const t = [plan * Math.cos(heading), plan * Math.sin(heading), plan * grade];
  const left = [-Math.sin(heading), Math.cos(heading), 0];
  const up = cross(t, left);
  return { at: (s) => ({ p: t.map((v, k) => start[k] + s * v), left, up }) };
}

/** Level circle turning left with a radius, m. */
export function bend(radius: number): Line {
  return {
    at: (s) => {
      const a = s / radius;
      return {
        p: [radius * Math.sin(a), radius * (1 - Math.cos(a)), 0],
        left: [-Math.sin(a), Math.cos(a), 0],
        up: [0, 0, 1],
      };
    },
  };
}

/** The line as an axis with a vertex every `step`; `offset` (left, up) moves the axis aside. */
export function axisAlong(line: Line, from: number, to: number, step: number, offset = [0, 0]): Axis {
  const n = Math.round((to - from) / step) + 1;
  const xyz = new Float64Array(3 * n);
  const chainage = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const s = from + ((to - from) * i) / (n - 1);
    const { p, left, up } = line.at(s);
    chainage[i] = s;
    for (let k = 0; k < 3; k++) xyz[3 * i + k] = p[k] + offset[0] * left[k] + offset[1] * up[k];
  }
  return { chainage, xyz, kind: 'slope', source: 'given' };
}

/** A baúl about a line 1.7 m above its floor. */
export const BAUL = { width: 4.5, height: 4.2, wallHeight: 2.5, line: 1.7 };
const RISE = BAUL.height - BAUL.wallHeight;
export const ARCH_RADIUS = (BAUL.width ** 2 / 4 + RISE ** 2) / (2 * RISE);
const HALF_ANGLE = Math.asin(BAUL.width / 2 / ARCH_RADIUS);
export const BAUL_AREA =
  BAUL.width * BAUL.wallHeight +
  ARCH_RADIUS ** 2 * (HALF_ANGLE - Math.sin(HALF_ANGLE) * Math.cos(HALF_ANGLE));

/** Random point of the baúl's outline: place (left, up) about the line and outward normal. */
export function onBaul(random: Random): number[] {
  const arc = 2 * HALF_ANGLE * ARCH_RADIUS;
  let t = random.uniform() * (BAUL.width + 2 * BAUL.wallHeight + arc);
  if (t < BAUL.width) return [t - BAUL.width / 2, -BAUL.line, 0, -1];
  t -= BAUL.width;
  if (t < 2 * BAUL.wallHeight) {
    const side = t < BAUL.wallHeight ? 1 : -1;
    return [(side * BAUL.width) / 2, (t % BAUL.wallHeight) - BAUL.line, side, 0];
  }
  const a = (t - 2 * BAUL.wallHeight) / ARCH_RADIUS - HALF_ANGLE;
  const centre = BAUL.height - ARCH_RADIUS - BAUL.line;
  return [ARCH_RADIUS * Math.sin(a), centre + ARCH_RADIUS * Math.cos(a), Math.sin(a), Math.cos(a)];
}

/** Random point of a circle about the line. */
export function onCircle(radius: number): (random: Random) => number[] {
  return (random) => {
    const a = 2 * Math.PI * random.uniform();
    return [radius * Math.cos(a), radius * Math.sin(a), Math.cos(a), Math.sin(a)];
  };
}

export interface Sampled {
  readonly xyz: Float32Array;
  readonly origin: [number, number, number];
}

/**
 * Noisy random points of a wall: `outline` swept along `line`, `scale(s)` widens it about the line.
 *
 * @param keep drops points (shadows, openings) by (s, left, up)
 */
export function sampleDrive(
  line: Line,
  outline: (random: Random) => number[],
  range: readonly [number, number],
  count: number,
  seed: number,
  scale: (s: number) => number = () => 1,
  keep: (s: number, left: number, up: number) => boolean = () => true,
): Sampled {
  const random = seededRandom(seed);
  const origin = line.at(range[0]).p as [number, number, number];
  const xyz = new Float32Array(3 * count);
  let n = 0;
  for (let i = 0; i < count; i++) {
    const s = range[0] + random.uniform() * (range[1] - range[0]);
    const [l, u, nl, nu] = outline(random);
    const noise = NOISE * random.normal();
    const k = scale(s);
    if (!keep(s, k * l, k * u)) continue;
    put(line, s, k * l + noise * nl, k * u + noise * nu, origin, xyz, n++);
  }
  return { xyz: xyz.subarray(0, 3 * n), origin };
}

/** Writes the map point of (s, left, up) as f32 relative to the origin. */
export function put(
  line: Line,
  s: number,
  left: number,
  up: number,
  origin: readonly number[],
  xyz: Float32Array,
  at: number,
): void {
  const frame = line.at(s);
  for (let k = 0; k < 3; k++)
    xyz[3 * at + k] = frame.p[k] - origin[k] + left * frame.left[k] + up * frame.up[k];
}

/** Things in the drive for `scanDrive`, in (s, left, height above the floor). */
export type Thing =
  | { readonly box: readonly [from: readonly number[], to: readonly number[]] }
  | { readonly duct: { readonly left: number; readonly height: number; readonly radius: number } };

/**
 * What a sensor sees that drives along a straight baúl: random rays from its path to the nearest surface, with
 * true shadows behind the things in the drive.
 */
export function scanDrive(things: readonly Thing[], length: number, rays: number, seed: number): Sampled {
  const random = seededRandom(seed);
  const line = straight(0, [0, 0, 0], 0);
  const xyz = new Float32Array(3 * rays);
  let n = 0;
  for (let i = 0; i < rays; i++) {
    const from = [random.uniform() * length, 0.2, 1.6];
    const azimuth = 2 * Math.PI * random.uniform();
    const sine = 2 * random.uniform() - 1;
    const plan = Math.sqrt(1 - sine * sine);
    const d = [plan * Math.cos(azimuth), plan * Math.sin(azimuth), sine];
    let range = wallRange(from, d);
    for (const thing of things)
      range = Math.min(range, 'box' in thing ? boxRange(from, d, thing.box) : ductRange(from, d, thing.duct));
    range += NOISE * random.normal();
    put(
      line,
      from[0] + range * d[0],
      from[1] + range * d[1],
      from[2] + range * d[2] - BAUL.line,
      [0, 0, 0],
      xyz,
      n++,
    );
  }
  return { xyz: xyz.subarray(0, 3 * n), origin: [0, 0, 0] };
}

function wallRange(from: readonly number[], d: readonly number[]): number {
  const candidates = [
    d[2] < 0 ? -from[2] / d[2] : Number.POSITIVE_INFINITY,
    d[1] !== 0 ? (Math.sign(d[1]) * (BAUL.width / 2) - from[1]) / d[1] : Number.POSITIVE_INFINITY,
  ];
  const wall = Math.min(...candidates);
  // The arch counts where the ray leaves its circle above the springline.
  const centre = BAUL.height - ARCH_RADIUS;
  const arch = circleExit(from[1], from[2] - centre, d[1], d[2], ARCH_RADIUS);
  return from[2] + arch * d[2] > BAUL.wallHeight ? Math.min(wall, arch) : wall;
}

function circleExit(y: number, z: number, dy: number, dz: number, radius: number): number {
  const a = dy * dy + dz * dz;
  const b = y * dy + z * dz;
  return (-b + Math.sqrt(b * b - a * (y * y + z * z - radius * radius))) / a;
}

function ductRange(
  from: readonly number[],
  d: readonly number[],
  duct: { left: number; height: number; radius: number },
): number {
  const y = from[1] - duct.left;
  const z = from[2] - duct.height;
  const a = d[1] * d[1] + d[2] * d[2];
  const b = y * d[1] + z * d[2];
  const inside = b * b - a * (y * y + z * z - duct.radius ** 2);
  const range = (-b - Math.sqrt(inside)) / a;
  return inside > 0 && range > 0 ? range : Number.POSITIVE_INFINITY;
}

function boxRange(
  from: readonly number[],
  d: readonly number[],
  [low, high]: readonly [readonly number[], readonly number[]],
): number {
  let enter = 0;
  let leave = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const a = (low[k] - from[k]) / d[k];
    const b = (high[k] - from[k]) / d[k];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter < leave && enter > 0 ? enter : Number.POSITIVE_INFINITY;
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
