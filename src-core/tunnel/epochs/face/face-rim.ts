import { UNKNOWN } from '../../wall/cells/wall-grid.ts';
import type { WallSurface } from '../../wall/wall-surface.ts';

/** Outline of a drive as radii about a middle, like the slabs of a wall. */
export interface PolarOutline {
  /** (left, up) from the axis, m. */
  readonly centre: readonly [number, number];
  /** One per bin of the wall's grid, m; 0 where unknown. */
  readonly radius: Float64Array;
}

/** Iterations of the search for an outline about another middle: each leaves some hundredths of the error. */
const STEPS = 5;

/**
 * Radius of an outline towards a point of the section less the radius of the point: positive inside; NaN
 * where unknown.
 */
export function depthInside({ centre, radius }: PolarOutline, left: number, up: number): number {
  const [x, y] = [left - centre[0], up - centre[1]];
  const bins = radius.length;
  const at = ((Math.atan2(y, x) + Math.PI) / (2 * Math.PI)) * bins - 0.5;
  const low = Math.floor(at);
  const [a, b] = [radius[(low + bins) % bins], radius[(low + 1) % bins]];
  if (a === 0 || b === 0) return Number.NaN;
  return a + (at - low) * (b - a) - Math.hypot(x, y);
}

/** Outline of one slab of a wall. */
export function outlineOfSlab({ grid, centre }: WallSurface, slab: number): PolarOutline {
  const ring = slab * grid.bins;
  const radius = grid.radius.slice(ring, ring + grid.bins);
  for (let j = 0; j < grid.bins; j++) if (grid.state[ring + j] === UNKNOWN) radius[j] = 0;
  return { centre: [centre[2 * slab], centre[2 * slab + 1]], radius };
}

/**
 * Outlines of a wall slab by slab from a chainage on, all about one middle; where a direction is not known in
 * a slab, as behind the face, that of the slab before is used. The arrays are reused.
 *
 * @param from chainage in a slab with a closed section, or behind the last of them
 * @param count number of slabs
 * @param shows true if a slab, given by its upper end, shows the wall at a point (left, up) of its section;
 *   else the outline before is used there
 */
export function* outlinesFrom(
  wall: WallSurface,
  from: number,
  count: number,
  shows: (end: number, left: number, up: number) => boolean = () => true,
): Generator<PolarOutline> {
  const { bins, slabs } = wall.grid;
  const start = Math.floor(from / wall.options.slab + 1e-6) - wall.firstSlab;
  const seed = lastClosed(wall, start);
  const { centre, radius } = outlineOfSlab(wall, seed);
  for (let k = Math.min(start, seed + 1); k < start + count; k++) {
    if (k > seed && k < slabs) {
      const outline = outlineOfSlab(wall, k);
      for (let j = 0; j < bins; j++) {
        const angle = ((j + 0.5) * 2 * Math.PI) / bins - Math.PI;
        const [x, y] = [Math.cos(angle), Math.sin(angle)];
        let r = radius[j];
        for (let step = 0; step < STEPS; step++)
          r += depthInside(outline, centre[0] + r * x, centre[1] + r * y);
        if (r > 0 && shows(wall.chainageOf(k + 1), centre[0] + r * x, centre[1] + r * y)) radius[j] = r;
      }
    }
    if (k >= start) yield { centre, radius };
  }
}

/** The last slab with a closed section before another; the first of all if there is none. */
function lastClosed({ rings, grid }: WallSurface, slab: number): number {
  for (let k = Math.min(slab - 1, grid.slabs - 1); k >= 0; k--) if (rings.closed[k] === 1) return k;
  return rings.closed.indexOf(1);
}
