import { type CellSurfaces, SURFACES } from './cell-surfaces.ts';
import type { ProfileOptions } from './profile-options.ts';

/** Which surface of each cell is the wall; -1 where none is. */
export type ChosenSurfaces = Int8Array;

/** Neighbours (of eight) that must show the same surface. */
const AGREEING = 2;

/**
 * Takes the outermost surface that the neighbouring cells confirm. Objects stand in front of the wall; what is
 * seen behind it (double reflections, points of another drive) has no neighbours that join on.
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

/**
 * Cells on the edge of a recess hold both the wall and the recess, and the outermost surface would make the
 * recess wider by half a cell on every side. Such a cell gets half of each: the mean of the squared radii.
 *
 * @param radius of the chosen surfaces, 0 where none; changed in place
 */
export function halveEdges(
  surfaces: CellSurfaces,
  chosen: ChosenSurfaces,
  radius: Float64Array,
  options: ProfileOptions,
): void {
  const { slabs, bins } = surfaces;
  const before = radius.slice();
  const step = 2 * options.surfaceGap;
  for (let k = 0; k < slabs; k++) {
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (before[cell] === 0) continue;
      const round = k * bins;
      const pairs: [number, number][] = [[round + ((j + bins - 1) % bins), round + ((j + 1) % bins)]];
      if (k > 0 && k < slabs - 1) pairs.push([cell - bins, cell + bins]);
      for (const [a, b] of pairs) {
        if (before[a] === 0 || before[b] === 0 || Math.abs(before[a] - before[b]) < step) continue;
        const outer = Math.max(before[a], before[b]);
        const inner = Math.min(before[a], before[b]);
        if (Math.abs(before[cell] - outer) > options.surfaceGap) continue;
        if (!shows(surfaces, chosen, cell, inner, options.surfaceGap)) continue;
        radius[cell] = Math.sqrt((outer * outer + inner * inner) / 2);
        break;
      }
    }
  }
}

/** True where the cell holds points near a radius, in its chosen surface or one farther in. */
function shows(
  surfaces: CellSurfaces,
  chosen: ChosenSurfaces,
  cell: number,
  radius: number,
  gap: number,
): boolean {
  for (let s = chosen[cell]; s < SURFACES; s++) {
    const at = SURFACES * cell + s;
    if (surfaces.radius[at] === 0) return false;
    if (radius >= surfaces.low[at] - gap && radius <= surfaces.radius[at] + gap) return true;
  }
  return false;
}
