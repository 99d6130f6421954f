import { type Random, seededRandom } from '../../src-core/math/random.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';

type Point = [number, number, number];

/** A void with a known volume, and points on its walls. */
export interface KnownVoid {
  /** m^3. */
  readonly volume: number;
  /** A point of the wall, evenly over its surface, and the normal into the rock. */
  point(random: Random): { at: Point; normal: Point };
}

/** A box about the origin. */
export function box(length: number, width: number, height: number): KnownVoid {
  const sides = [length, width, height];
  const areas = [width * height, length * height, length * width];
  return {
    volume: length * width * height,
    point({ uniform }) {
      let share = uniform() * (areas[0] + areas[1] + areas[2]);
      let axis = 0;
      while (axis < 2 && share > areas[axis]) share -= areas[axis++];
      const at = sides.map((side) => (uniform() - 0.5) * side) as Point;
      const sign = uniform() < 0.5 ? -1 : 1;
      at[axis] = (sign * sides[axis]) / 2;
      return { at, normal: [0, 1, 2].map((k) => (k === axis ? sign : 0)) as Point };
    },
  };
}

export function sphere(radius: number): KnownVoid {
  return {
    volume: (4 / 3) * Math.PI * radius ** 3,
    point({ normal }) {
      const towards = [normal(), normal(), normal()];
      const size = Math.hypot(...towards);
      const unit = towards.map((value) => value / size) as Point;
      return { at: unit.map((value) => radius * value) as Point, normal: unit };
    },
  };
}

/** A lying cylinder with flat ends. */
export function cylinder(radius: number, length: number): KnownVoid {
  const [side, end] = [2 * Math.PI * radius * length, Math.PI * radius ** 2];
  return {
    volume: end * length,
    point({ uniform }) {
      const share = uniform() * (side + 2 * end);
      const angle = 2 * Math.PI * uniform();
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      if (share < side)
        return { at: [(uniform() - 0.5) * length, radius * c, radius * s], normal: [0, c, s] };
      const r = radius * Math.sqrt(uniform());
      const sign = share < side + end ? -1 : 1;
      return { at: [(sign * length) / 2, r * c, r * s], normal: [sign, 0, 0] };
    },
  };
}

/** Two drives of one rectangular section that cross at right angles, with flat faces; by inclusion and exclusion. */
export function crossing(length: number, width: number, height: number): KnownVoid {
  const [along, across] = [box(length, width, height), box(width, length, height)];
  const isIn = ([x, y, z]: Point): boolean =>
    Math.abs(z) < height / 2 &&
    ((Math.abs(x) < length / 2 && Math.abs(y) < width / 2) ||
      (Math.abs(y) < length / 2 && Math.abs(x) < width / 2));
  return {
    volume: along.volume + across.volume - width * width * height,
    point(random) {
      for (;;) {
        const result = (random.uniform() < 0.5 ? along : across).point(random);
        const { at, normal } = result;
        // A wall of one drive that is in the other is no wall; floor and crown of the middle belong to both.
        const before = at.map((value, k) => value + 1e-6 * normal[k]) as Point;
        const isShared = Math.abs(at[0]) < width / 2 && Math.abs(at[1]) < width / 2;
        if (!isIn(before) && (!isShared || random.uniform() < 0.5)) return result;
      }
    },
  };
}

export interface Sampling {
  readonly count: number;
  readonly noise: number;
  /** Error common to all points, into the rock, m. */
  readonly bias?: number;
  readonly scale?: number;
  /** Points that nobody sees. */
  readonly hidden?: (at: Point) => boolean;
  /** Turned about the vertical by this, rad. */
  readonly turn?: number;
}

/** Mine grid: f32 would step by a metre at this northing. */
export const MIDDLE = [356_789.25, 9_123_456.789, 4210.5] as const;

/** Points on the walls of a void in the mine grid. */
export function pointsOf(
  { point }: KnownVoid,
  { count, noise, bias = 0, scale = 1, hidden = () => false, turn = 0 }: Sampling,
  seed: number,
): PointCloud {
  const random = seededRandom(seed);
  const origin = MIDDLE.map(Math.floor) as Point;
  const xyz = new Float32Array(3 * count);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  for (let i = 0; i < count; ) {
    const { at, normal } = point(random);
    if (hidden(at)) continue;
    const shift = bias + noise * random.normal();
    const [x, y, z] = at.map((value, k) => scale * value + shift * normal[k]);
    const turned = [c * x - s * y, s * x + c * y, z];
    for (let k = 0; k < 3; k++) xyz[3 * i + k] = MIDDLE[k] - origin[k] + turned[k];
    i++;
  }
  return { count, origin, xyz };
}

/** A box of quadrangles about the middle, as an OBJ. */
export function boxObj(sides: readonly number[]): string {
  const corner = (i: number): string =>
    sides.map((side, k) => (MIDDLE[k] + ((i >> k) & 1 ? side : -side) / 2).toFixed(3)).join(' ');
  const vertices = Array.from({ length: 8 }, (_, i) => `v ${corner(i)}\n`);
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
  return [...vertices, ...faces.map((face) => `f ${face}\n`)].join('');
}
