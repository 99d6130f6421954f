import type { Points } from '../../src-core/contract/shapes.ts';
import type { Sphere } from './camera.ts';
import type { Colour } from './colour.ts';

export interface BatchOptions {
  /** Edge of the square drawn for a point, m: the point spacing; default 0.03. */
  readonly spacing?: number;
  /** Signed distance to the design of each point, m. */
  readonly distance?: Float32Array | null;
  /** Single colour of all points, such as that of the current scan. */
  readonly tint?: Colour | null;
}

/** Points drawn together. */
export interface Batch {
  readonly points: Points;
  readonly count: number;
  readonly options: BatchOptions;
  /** Bounding sphere of its points, map frame. */
  readonly sphere: Sphere;
}

export function batchOf(points: Points, options: BatchOptions): Batch {
  return { points, count: points.xyz.length / 3, options, sphere: sphereOf(points) };
}

/** Bounding sphere about the centre of the points' bounding box; non-finite points are skipped. */
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
