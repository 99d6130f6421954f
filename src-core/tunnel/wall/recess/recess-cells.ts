import { quantile } from '../../../math/statistics.ts';
import { giveBack } from '../../../model/give-back.ts';
import type { ProfileOptions } from '../cells/profile-options.ts';
import { angleOf, TypicalSection } from '../cells/typical-section.ts';
import { MEASURED, UNKNOWN, type WallGrid } from '../cells/wall-grid.ts';

/** A cell this far beyond the typical section belongs to an adjacent recess, m. */
const JOINS = 0.3;
/** Length of wall on either side of an opening that the wall line there is estimated from, m of chainage. */
const BESIDE = 1;
/** Quantile of the depths of its cells at which the back of a recess is. */
export const BACK = 0.9;
/** Least measured share of a recess; with less it is a poorly observed wall. */
const LEAST_MEASURED = 0.2;

/** Wall cells that look into niches and cross-cuts, and the drive's own wall line there. */
export interface RecessCells {
  /** 0 for the drive's own wall, else the number of the recess, from 1, in order of chainage. */
  readonly number: Uint16Array;
  /** The grid's radius, but across recesses that of the drive's own wall line. */
  readonly driveRadius: Float64Array;
  readonly count: number;
  /** 1 where that line is from a design; null: nowhere. */
  readonly isDesigned: Uint8Array | null;
}

/**
 * Finds recesses: voids far beyond the drive's typical section (`TypicalSection`). These are cells more than
 * `minDepth` beyond it, with all that are connected to them, in patches that open at least `minOpening` along
 * the axis and round the section. Across the opening the drive's wall continues from one jamb to the other,
 * at the same offset from the typical section as next to them.
 */
export function recessCells(grid: WallGrid, centre: Float64Array, options: ProfileOptions): RecessCells {
  const { recess, slab } = options;
  const typical = new TypicalSection(grid, centre, slab, recess.reach);
  const beyond = depths(grid, typical);
  const number = new Uint16Array(beyond.length);
  let count = 0;
  for (let cell = 0; cell < beyond.length; cell++) {
    if (number[cell] > 0 || !(beyond[cell] > recess.minDepth)) continue;
    const patch = patchFrom(cell, beyond, grid, number);
    for (const member of patch) number[member] = TOO_SMALL;
    if (!opens(patch, grid, options) || !(depthOf(patch, beyond, grid.bins) > recess.minDepth)) continue;
    count++;
    for (const member of patch) number[member] = count;
  }
  for (let cell = 0; cell < number.length; cell++) if (number[cell] === TOO_SMALL) number[cell] = 0;
  if (count === 0) {
    giveBack(beyond);
    return { number, driveRadius: grid.radius, count, isDesigned: null };
  }
  withRims(number, grid);
  const driveRadius = withoutRecesses(number, beyond, grid, typical, slab);
  giveBack(beyond);
  return { number, driveRadius, count, isDesigned: null };
}

const TOO_SMALL = 0xffff;

/** Depth of each cell beyond the typical section, m; NaN where unknown. */
function depths(grid: WallGrid, typical: TypicalSection): Float64Array {
  const beyond = new Float64Array(grid.radius.length);
  for (let k = 0; k < grid.slabs; k++)
    for (let j = 0; j < grid.bins; j++) {
      const cell = k * grid.bins + j;
      beyond[cell] = grid.state[cell] === UNKNOWN ? Number.NaN : typical.cellBeyond(k, j);
    }
  return beyond;
}

/** Connected cells from a start cell that are deep enough. */
function patchFrom(start: number, beyond: Float64Array, grid: WallGrid, taken: Uint16Array): number[] {
  const inPatch = new Set([start]);
  const patch = [start];
  for (let i = 0; i < patch.length; i++)
    forEachNeighbour(patch[i], grid, (other) => {
      if (taken[other] > 0 || !(beyond[other] > JOINS) || inPatch.has(other)) return;
      inPatch.add(other);
      patch.push(other);
    });
  return patch;
}

/** Calls `visit` with the up to eight neighbours of a cell. */
export function forEachNeighbour(
  cell: number,
  { slabs, bins }: Pick<WallGrid, 'slabs' | 'bins'>,
  visit: (cell: number) => void,
): void {
  const j = cell % bins;
  const k = (cell - j) / bins;
  for (let dk = -1; dk <= 1; dk++) {
    if (k + dk < 0 || k + dk >= slabs) continue;
    for (let dj = -1; dj <= 1; dj++)
      if (dk !== 0 || dj !== 0) visit((k + dk) * bins + ((j + dj + bins) % bins));
  }
}

/**
 * Depth of a patch normal to the wall, without its deepest tenth: rays that meet the wall obliquely
 * exaggerate it.
 */
function depthOf(patch: readonly number[], beyond: Float64Array, bins: number): number {
  let [left, up] = [0, 0];
  for (const cell of patch) {
    const angle = angleOf(cell % bins, bins);
    left += Math.abs(beyond[cell] * Math.cos(angle));
    up += Math.abs(beyond[cell] * Math.sin(angle));
  }
  const across = left >= up ? Math.cos : Math.sin;
  return quantile(
    patch.map((cell) => beyond[cell] * Math.abs(across(angleOf(cell % bins, bins)))),
    BACK,
  );
}

/** True if a patch is large enough for an opening, and enough of it was measured. */
function opens(
  patch: readonly number[],
  { bins, radius, state }: WallGrid,
  options: ProfileOptions,
): boolean {
  const { minOpening } = options.recess;
  const perSlab = new Map<number, number>();
  let measured = 0;
  for (const cell of patch) {
    const k = Math.floor(cell / bins);
    // The opening is measured at the wall, nearer than the back: the radius of the back would make it wider.
    perSlab.set(k, (perSlab.get(k) ?? 0) + 1);
    if (state[cell] === MEASURED) measured++;
  }
  const wide = [...perSlab.entries()].filter(
    ([k, cells]) => cells * ((2 * Math.PI) / bins) * wallRadius(radius, k, bins) >= minOpening,
  );
  return wide.length * options.slab >= minOpening && LEAST_MEASURED * patch.length <= measured;
}

/** Approximate distance of the drive's wall from the middle: a low quantile of a ring's radii. */
function wallRadius(radius: Float64Array, k: number, bins: number): number {
  const known = radius.subarray(k * bins, (k + 1) * bins).filter((r) => r > 0);
  known.sort();
  return known[Math.floor(known.length / 4)];
}

/** Dilates the recesses by one cell: the edges of an opening, which contain wall and recess by their shares. */
function withRims(number: Uint16Array, grid: WallGrid): void {
  const before = number.slice();
  for (let cell = 0; cell < before.length; cell++) {
    if (before[cell] === 0) continue;
    forEachNeighbour(cell, grid, (other) => {
      if (number[other] === 0) number[other] = before[cell];
    });
  }
  giveBack(before);
}

function withoutRecesses(
  number: Uint16Array,
  beyond: Float64Array,
  grid: WallGrid,
  typical: TypicalSection,
  slab: number,
): Float64Array {
  const { bins, radius } = grid;
  const drive = radius.slice();
  const reach = Math.round(BESIDE / slab);
  for (let cell = 0; cell < number.length; cell++) {
    if (number[cell] === 0 || radius[cell] === 0) continue;
    const j = cell % bins;
    const before = besideOpening(number, beyond, cell, -bins, reach);
    const after = besideOpening(number, beyond, cell, bins, reach);
    const far = before.steps + after.steps;
    const offset = far === 0 ? 0 : (before.beyond * after.steps + after.beyond * before.steps) / far;
    drive[cell] = typical.cellRadius((cell - j) / bins, j, offset);
  }
  return drive;
}

/**
 * Mean depth beyond the typical section of the drive's wall on one side of an opening, and the number of
 * slabs to it. If the survey ends within the opening, the wall is assumed to be typical there.
 */
function besideOpening(
  number: Uint16Array,
  beyond: Float64Array,
  cell: number,
  step: number,
  reach: number,
): { beyond: number; steps: number } {
  let at = cell + step;
  let steps = 1;
  for (; at >= 0 && at < number.length && number[at] > 0; at += step) steps++;
  let n = 0;
  let sum = 0;
  for (let i = 0; i < reach && at >= 0 && at < number.length && number[at] === 0; i++, at += step) {
    if (!Number.isFinite(beyond[at])) continue;
    n++;
    sum += beyond[at];
  }
  return { beyond: n > 0 ? sum / n : 0, steps };
}
