import type { ProfileOptions } from '../profile-options.ts';
import { type CellSurfaces, SURFACES } from './cell-surfaces.ts';

/** Index of the wall's surface in each cell; -1 for none. */
export type ChosenSurfaces = Int8Array;

/** Least number of neighbours (of eight) that must show the same surface. */
const AGREEING = 2;

/**
 * Chooses the outermost surface that the neighbouring cells confirm. Objects are in front of the wall;
 * whatever appears behind it (double reflections, points of another drive) has no connected neighbours.
 */
export function chooseSurfaces(surfaces: CellSurfaces, options: ProfileOptions): ChosenSurfaces {
  const { slabs, bins, radius } = surfaces;
  const chosen = new Int8Array(slabs * bins).fill(-1);
  for (let k = 0; k < slabs; k++) {
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      for (let s = 0; s < SURFACES && radius[SURFACES * cell + s] > 0; s++) {
        if (!confirmed(surfaces, k, j, radius[SURFACES * cell + s], options.surfaceGap)) continue;
        chosen[cell] = s;
        break;
      }
    }
  }
  return chosen;
}

function confirmed(surfaces: CellSurfaces, k: number, j: number, radius: number, gap: number): boolean {
  const { slabs, bins } = surfaces;
  let agreeing = 0;
  for (let dk = -1; dk <= 1; dk++) {
    if (k + dk < 0 || k + dk >= slabs) continue;
    for (let dj = -1; dj <= 1; dj++) {
      if (dk === 0 && dj === 0) continue;
      const at = SURFACES * ((k + dk) * bins + ((j + dj + bins) % bins));
      for (let s = 0; s < SURFACES; s++) {
        const other = surfaces.radius[at + s];
        if (other > 0 && radius >= Math.min(other, surfaces.low[at + s]) - gap && radius <= other + gap) {
          agreeing++;
          break;
        }
      }
    }
  }
  return agreeing >= AGREEING;
}
