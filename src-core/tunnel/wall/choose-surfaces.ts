import type { ProfileOptions } from '../profile-options.ts';
import type { CellSurfaces } from './cell-surfaces.ts';

/** Index of the wall's surface in each cell; -1 for none. */
export type ChosenSurfaces = Int8Array;

/** Least number of neighbours (of eight) that must show the same surface. */
const AGREEING = 2;

/**
 * Chooses the outermost surface that the neighbouring cells confirm. Objects are in front of the wall;
 * whatever appears behind it (double reflections, points of another drive) has no connected neighbours.
 */
export function chooseSurfaces(
  surfaces: CellSurfaces,
  options: Pick<ProfileOptions, 'surfaceGap'>,
): ChosenSurfaces {
  const { slabs, bins, first, radius } = surfaces;
  const chosen = new Int8Array(slabs * bins).fill(-1);
  for (let k = 0; k < slabs; k++) {
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      for (let at = first[cell]; at < first[cell + 1]; at++) {
        if (!confirmed(surfaces, k, j, radius[at], options.surfaceGap)) continue;
        chosen[cell] = at - first[cell];
        break;
      }
    }
  }
  return chosen;
}

/**
 * Chooses the innermost surface that a person says is wall, in the cells that have one; neighbours must confirm it as
 * they do any other.
 *
 * @param chosen changed in place
 * @param centre (left, up) of the section's middle per slab
 * @returns 1 per cell whose wall was so chosen
 */
export function chooseByHand(
  surfaces: CellSurfaces,
  chosen: ChosenSurfaces,
  centre: Float64Array,
  isWall: (slab: number, left: number, up: number) => boolean,
  options: Pick<ProfileOptions, 'surfaceGap'>,
): Uint8Array {
  const { slabs, bins, first, radius } = surfaces;
  const width = (2 * Math.PI) / bins;
  const byHand = new Uint8Array(slabs * bins);
  for (let k = 0; k < slabs; k++)
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      for (let at = first[cell + 1] - 1; at >= first[cell]; at--) {
        const r = radius[at];
        const angle = (j + 0.5) * width - Math.PI + surfaces.angle[at];
        const [left, up] = [centre[2 * k] + r * Math.cos(angle), centre[2 * k + 1] + r * Math.sin(angle)];
        if (!isWall(k, left, up) || !confirmed(surfaces, k, j, r, options.surfaceGap)) continue;
        chosen[cell] = at - first[cell];
        byHand[cell] = 1;
        break;
      }
    }
  return byHand;
}

function confirmed(surfaces: CellSurfaces, k: number, j: number, radius: number, gap: number): boolean {
  const { slabs, bins, first } = surfaces;
  let agreeing = 0;
  for (let dk = -1; dk <= 1; dk++) {
    if (k + dk < 0 || k + dk >= slabs) continue;
    for (let dj = -1; dj <= 1; dj++) {
      if (dk === 0 && dj === 0) continue;
      const cell = (k + dk) * bins + ((j + dj + bins) % bins);
      for (let at = first[cell]; at < first[cell + 1]; at++) {
        const other = surfaces.radius[at];
        if (radius >= Math.min(other, surfaces.low[at]) - gap && radius <= other + gap) {
          agreeing++;
          break;
        }
      }
    }
  }
  return agreeing >= AGREEING;
}
