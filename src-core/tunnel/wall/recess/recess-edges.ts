import { giveBack } from '../../../model/give-back.ts';
import { SURFACES } from '../cells/cell-surfaces.ts';
import type { EdgeSlab, EdgeSurfaces } from '../cells/edge-surfaces.ts';
import type { ProfileOptions } from '../cells/profile-options.ts';

/**
 * Range noise carries points of a jamb into the next slab: beyond it there is only the wall, or only the
 * recess ...
 */
const CLEAR_SLABS = 2;
/** ... and if a shadow hides it there, the search continues for this many slabs. */
const FARTHER_SLABS = 2;
/** Least number of points of an edge-on roof that determine where it crosses a cell. */
const ENOUGH = 3;

/**
 * Corrects the cells on the edge of a recess. They contain both the wall and the recess, and the outermost
 * surface would make the recess wider: round the section by half a cell on every side; along the axis by a
 * whole one where the range noise carries points of the jamb across the face of a slab. Such a cell gets its
 * share of each, as the mean of the squared radii. The points between wall and recess are on the edge, so
 * their mean position in the cell is the share of the part before it; where a face cuts the noise of a jamb
 * in two, the shares sum to the whole.
 *
 * @param radius of the chosen surfaces, 0 if none; changed in place
 */
export function shareEdges(surfaces: EdgeSurfaces, radius: Float64Array, options: ProfileOptions): void {
  const before = radius.slice();
  const gap = options.surfaceGap;
  surfaces.forEach((k, edges) => {
    const { bins } = edges;
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (before[cell] === 0) continue;
      const square = sharedAlong(edges, before, cell, gap) || sharedRound(edges, before, cell, gap);
      if (square > 0) radius[cell] = Math.sqrt(square);
    }
  });
  giveBack(before);
}

/** Mean squared radius of a cell that a jamb cuts; 0 if none does. */
function sharedAlong(surfaces: EdgeSlab, before: Float64Array, cell: number, gap: number): number {
  const low = clearRadius(before, cell, -surfaces.bins);
  const high = clearRadius(before, cell, surfaces.bins);
  const inner = Math.min(low, high);
  if (inner === 0 || Math.abs(high - low) < gap || !jambIn(surfaces, cell, inner, gap)) return 0;
  const surface = surfaceOf(surfaces, cell);
  let lowShare = surfaces.betweenAlong[surface];
  if (surfaces.between[surface] === 0) {
    // Only a few points of the jamb.
    if (before[cell] < inner + gap) return 0;
    lowShare = surfaces.along[surface];
  }
  return lowShare * low * low + (1 - lowShare) * high * high;
}

/**
 * True if a cell contains the wall next to a jamb, or `SURFACES` surfaces or more: scattered points of the
 * jamb.
 */
function jambIn(surfaces: EdgeSlab, cell: number, wall: number, gap: number): boolean {
  const j = cell % surfaces.bins;
  return surfaces.first[j + 1] - surfaces.first[j] === SURFACES || shows(surfaces, cell, wall, gap);
}

/** Radius of the first known cell clear of a jamb on one side along the axis; 0 if none is near. */
function clearRadius(before: Float64Array, cell: number, step: number): number {
  for (let slabs = CLEAR_SLABS; slabs <= CLEAR_SLABS + FARTHER_SLABS; slabs++) {
    const r = before[cell + slabs * step];
    if (r > 0) return r;
  }
  return 0;
}

/** Mean squared radius of a cell that the edge of a recess cuts round the section; 0 if none does. */
function sharedRound(surfaces: EdgeSlab, before: Float64Array, cell: number, gap: number): number {
  const { bins } = surfaces;
  const j = cell % bins;
  const a = before[cell - j + ((j + bins - 1) % bins)];
  const b = before[cell - j + ((j + 1) % bins)];
  const inner = Math.min(a, b);
  const outer = Math.max(a, b);
  if (inner === 0 || outer - inner < 2 * gap) return 0;
  const surface = surfaceOf(surfaces, cell);
  if (surfaces.between[surface] >= ENOUGH) {
    const place = surfaces.betweenRound[surface];
    const outerShare = a > b ? place : 1 - place;
    return outerShare * surfaces.high[surface] ** 2 + (1 - outerShare) * surfaces.low[surface] ** 2;
  }
  if (Math.abs(before[cell] - outer) > gap || !shows(surfaces, cell, inner, gap)) return 0;
  return (outer * outer + inner * inner) / 2;
}

/** True if the cell has points near a radius, in its chosen surface or one farther in. */
function shows(surfaces: EdgeSlab, cell: number, radius: number, gap: number): boolean {
  const end = surfaces.first[(cell % surfaces.bins) + 1];
  for (let at = surfaceOf(surfaces, cell); at < end; at++)
    if (radius >= surfaces.low[at] - gap && radius <= surfaces.high[at] + gap) return true;
  return false;
}

/** Index of the surface of a cell of the slab. */
function surfaceOf({ first, chosen, bins }: EdgeSlab, cell: number): number {
  const j = cell % bins;
  return first[j] + chosen[j];
}
