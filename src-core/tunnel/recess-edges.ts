import { type CellSurfaces, SURFACES } from './cell-surfaces.ts';
import type { ChosenSurfaces } from './choose-surfaces.ts';
import type { ProfileOptions } from './profile-options.ts';

/** Range noise carries points of a jamb into the next slab: beyond it the wall, or the recess, is alone ... */
const CLEAR_SLABS = 2;
/** ... and where a shadow hides it there, it is looked for this many slabs farther. */
const FARTHER_SLABS = 2;
/** Points on a jamb that tell where it stands. */
const ENOUGH = 3;

/**
 * Cells on the edge of a recess hold both the wall and the recess, and the outermost surface would make the
 * recess wider: round the section by half a cell on every side; along the axis by a whole one where the range
 * noise carries points of the jamb across the face of a slab. Such a cell gets its share of each, as the mean of
 * the squared radii. Round the section that is half. Along the axis the points between wall and recess stand on
 * the jamb, and their mean place in the slab says where; where a slab's face cuts the jamb's noise in two, the
 * two shares add up to the whole.
 *
 * @param radius of the chosen surfaces, 0 where none; changed in place
 */
export function shareEdges(
  surfaces: CellSurfaces,
  chosen: ChosenSurfaces,
  radius: Float64Array,
  options: ProfileOptions,
): void {
  const { slabs, bins } = surfaces;
  const before = radius.slice();
  for (let k = 0; k < slabs; k++) {
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (before[cell] === 0) continue;
      const along = sharedAlong(surfaces, chosen, before, cell, options.surfaceGap);
      radius[cell] = along > 0 ? along : sharedRound(surfaces, chosen, before, cell, options.surfaceGap);
    }
  }
}

/** Radius of a cell that a jamb cuts; 0 where none does. */
function sharedAlong(
  surfaces: CellSurfaces,
  chosen: ChosenSurfaces,
  before: Float64Array,
  cell: number,
  gap: number,
): number {
  const surface = SURFACES * cell + chosen[cell];
  if (surfaces.between[surface] < ENOUGH) return 0;
  const low = clearRadius(before, cell, -surfaces.bins);
  const high = clearRadius(before, cell, surfaces.bins);
  const inner = Math.min(low, high);
  if (inner === 0 || Math.abs(high - low) < gap || !shows(surfaces, chosen, cell, inner, gap)) return 0;
  const lowShare = surfaces.betweenAlong[surface];
  return Math.sqrt(lowShare * low * low + (1 - lowShare) * high * high);
}

/** Radius of the first known cell clear of a jamb on one side along the axis; 0 where none is near. */
function clearRadius(before: Float64Array, cell: number, step: number): number {
  for (let slabs = CLEAR_SLABS; slabs <= CLEAR_SLABS + FARTHER_SLABS; slabs++) {
    const r = before[cell + slabs * step];
    if (r > 0) return r;
  }
  return 0;
}

/** Radius of a cell that the edge of a recess cuts round the section; its own where none does. */
function sharedRound(
  surfaces: CellSurfaces,
  chosen: ChosenSurfaces,
  before: Float64Array,
  cell: number,
  gap: number,
): number {
  const { bins } = surfaces;
  const j = cell % bins;
  const a = before[cell - j + ((j + bins - 1) % bins)];
  const b = before[cell - j + ((j + 1) % bins)];
  const [inner, outer] = [Math.min(a, b), Math.max(a, b)];
  if (inner === 0 || outer - inner < 2 * gap || Math.abs(before[cell] - outer) > gap) return before[cell];
  if (!shows(surfaces, chosen, cell, inner, gap)) return before[cell];
  return Math.sqrt((outer * outer + inner * inner) / 2);
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
