import type { Points } from '../../src-core/contract/shapes.ts';
import type { Sphere } from './camera.ts';
import type { Colour } from './colour.ts';

export interface BatchOptions {
  /** Edge of the square that a point is drawn as, m: how far the points lie apart; 0.03 where it is missing. */
  readonly spacing?: number;
  /** Signed distance to the design of each point, m. */
  readonly distance?: Float32Array | null;
  /** One colour for all of them, such as that of the current scan. */
  readonly tint?: Colour | null;
}

/** Points that are drawn together. */
export interface Batch {
  readonly points: Points;
  readonly count: number;
  readonly options: BatchOptions;
  /** Holds all of its points, map frame. */
  readonly sphere: Sphere;
}

export function batchOf(points: Points, options: BatchOptions): Batch {
  return { points, count: points.xyz.length / 3, options, sphere: sphereOf(points) };
}

/** Around the middle of the points' box; points that are no numbers are passed over. */
export function sphereOf({ origin, xyz }: Points): Sphere {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < xyz.length; i++) {
    const axis = i % 3;
    if (xyz[i] < low[axis]) low[axis] = xyz[i];
    if (xyz[i] > high[axis]) high[axis] = xyz[i];
  }
  if (!(low[0] <= high[0])) return { centre: origin, radius: 0 };
  const centre = [0, 1, 2].map((axis) => origin[axis] + (low[axis] + high[axis]) / 2);
  return {
    centre: [centre[0], centre[1], centre[2]],
    radius: Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2,
  };
}
