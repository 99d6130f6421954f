import { quantile } from '../../math/statistics.ts';
import type { ProfileOptions } from '../profile-options.ts';
import { angleOf, TypicalSection } from '../wall/typical-section.ts';
import { MEASURED, UNKNOWN, type WallGrid } from '../wall-grid.ts';

/** A cell this far beyond the typical section belongs to a recess that it joins on to, m. */
const JOINS = 0.3;
/** The wall beside an opening is told by so much of it on either side, m of chainage. */
const BESIDE = 1;
/** The back of a recess lies at this quantile of how far its cells reach. */
export const BACK = 0.9;
/** Less of it measured than this share is no recess but a wall that was badly seen. */
const LEAST_MEASURED = 0.2;

/** Cells of a wall that look into niches and cross-cuts, and where the drive's own wall line is there. */
export interface RecessCells {
  /** 0 for the drive's own wall, else the number of the recess, from 1, in order of chainage. */
  readonly number: Uint16Array;
  /** As the grid's radius, but in recesses that of the drive's own wall line. */
  readonly driveRadius: Float64Array;
  readonly count: number;
  /** 1 where a design gives that line; null: nowhere. */
  readonly isDesigned: Uint8Array | null;
}

/**
 * Finds what goes far beyond the drive's typical section (`TypicalSection`): cells more than `minDepth` beyond it, with all
 * that join on to them, in patches that open at least `minOpening` along the axis and round the section. Across the opening
 * the drive's wall goes on from one jamb to the other, as far off the typical section as it is beside them.
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
  if (count === 0) return { number, driveRadius: grid.radius, count, isDesigned: null };
  withRims(number, grid);
  const driveRadius = withoutRecesses(number, beyond, grid, typical, slab);
  return { number, driveRadius, count, isDesigned: null };
}

const TOO_SMALL = 0xffff;

/** How far each cell lies beyond the typical section; NaN where nothing is known. */
function depths(grid: WallGrid, typical: TypicalSection): Float64Array {
  const beyond = new Float64Array(grid.radius.length);
  for (let k = 0; k < grid.slabs; k++)
    for (let j = 0; j < grid.bins; j++) {
      const cell = k * grid.bins + j;
      beyond[cell] = grid.state[cell] === UNKNOWN ? Number.NaN : typical.cellBeyond(k, j);
    }
  return beyond;
}

/** The cells that join on to one, deep enough themselves. */
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

/** Calls `visit` with the up to eight cells about one. */
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

/** Depth of a patch square to the wall, but for its deepest tenth: rays that meet the wall aslant make it deeper. */
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

/** True where a patch is large enough for an opening, and enough of it was measured. */
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
    // The opening is at the wall, nearer than the back: the radius of the back would make it wider.
    perSlab.set(k, (perSlab.get(k) ?? 0) + 1);
    if (state[cell] === MEASURED) measured++;
  }
  const wide = [...perSlab.entries()].filter(
    ([k, cells]) => cells * ((2 * Math.PI) / bins) * wallRadius(radius, k, bins) >= minOpening,
  );
  return wide.length * options.slab >= minOpening && LEAST_MEASURED * patch.length <= measured;
}

/** About the distance of the drive's wall from the middle: a low quantile of a ring's radii. */
function wallRadius(radius: Float64Array, k: number, bins: number): number {
  const known = radius.subarray(k * bins, (k + 1) * bins).filter((r) => r > 0);
  known.sort();
  return known[Math.floor(known.length / 4)];
}

/** Adds one cell all round: the edges of an opening, which hold wall and recess by their shares. */
function withRims(number: Uint16Array, grid: WallGrid): void {
  const before = number.slice();
  for (let cell = 0; cell < before.length; cell++) {
    if (before[cell] === 0) continue;
    forEachNeighbour(cell, grid, (other) => {
      if (number[other] === 0) number[other] = before[cell];
    });
  }
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
 * Mean depth beyond the typical section of the drive's wall on one side of an opening, and the slabs to it. Where the
 * survey ends within the opening the wall is taken to be typical there.
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
