import { VIEWED, type ViewDirections, viewedRays } from '../voxels/view-directions.ts';
import { UNKNOWN, type WallGrid } from './wall-grid.ts';

/** Geometry of the slabs, and the limit for slopes between two cells. */
interface FacingOptions {
  /** Chainage where the first slab begins, and thickness of a slab, m. */
  readonly start: number;
  readonly slab: number;
  /** Cells whose radii differ by more than this are an edge, m. */
  readonly surfaceGap: number;
}

/**
 * Derivative of the radius of each cell with respect to a range bias b. With the mean direction d of its
 * rays, and the wall as r(s, theta), a shift b d of the points moves the surface by
 *
 *     dr = b f,   f = d_r - d_theta r' / r - d_s dr/ds
 *
 * Rays up and down the chainage have each their own f, and the number of their points on the cell is
 * proportional to how much it faces them, which is f again. A cell that no ray reached gets the mean of the
 * others.
 *
 * @param centre (left, up) of the section's middle per slab
 */
export function wallFacing(
  views: ViewDirections,
  centre: Float64Array,
  { slabs, bins, radius, state }: WallGrid,
  { start, slab, surfaceGap }: FacingOptions,
): Float32Array {
  const width = (2 * Math.PI) / bins;
  const facing = new Float32Array(slabs * bins).fill(Number.NaN);
  const seen = viewedRays();
  const slope = (before: number, after: number, run: number): number =>
    state[before] === UNKNOWN ||
    state[after] === UNKNOWN ||
    Math.abs(radius[after] - radius[before]) > surfaceGap
      ? 0
      : (radius[after] - radius[before]) / run;
  let sum = 0;
  let known = 0;
  for (let k = 0; k < slabs; k++) {
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (state[cell] === UNKNOWN) continue;
      const angle = (j + 0.5) * width - Math.PI;
      const cosine = Math.cos(angle);
      const sine = Math.sin(angle);
      const r = radius[cell];
      const rays = views.at(
        start + (k + 0.5) * slab,
        centre[2 * k] + r * cosine,
        centre[2 * k + 1] + r * sine,
        seen,
      );
      const round = slope(k * bins + ((j + bins - 1) % bins), k * bins + ((j + 1) % bins), 2 * width);
      const along = k > 0 && k < slabs - 1 ? slope(cell - bins, cell + bins, 2 * slab) : 0;
      let met = 0;
      let faced = 0;
      for (let ray = 0; ray < rays * VIEWED.each; ray += VIEWED.each) {
        const left = seen[ray + VIEWED.left];
        const up = seen[ray + VIEWED.up];
        const outward = left * cosine + up * sine;
        const sideways = up * cosine - left * sine;
        const share = Math.max(0, outward - (sideways * round) / r - seen[ray + VIEWED.along] * along);
        met += seen[ray + VIEWED.points] * share;
        faced += seen[ray + VIEWED.points] * share ** 2;
      }
      if (met === 0) continue;
      facing[cell] = faced / met;
      sum += facing[cell];
      known++;
    }
  }
  const mean = known > 0 ? sum / known : 1;
  for (let cell = 0; cell < facing.length; cell++) if (Number.isNaN(facing[cell])) facing[cell] = mean;
  return facing;
}
