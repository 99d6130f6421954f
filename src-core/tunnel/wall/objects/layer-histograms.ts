import { giveBack } from '../../../model/give-back.ts';
import type { Pages } from '../../../model/paged-bytes.ts';
import { PagedRows } from '../../../model/paged-rows.ts';
import { forEachSlab, type SectionVoxels } from '../voxels/section-voxels.ts';

/** Width of a tile along the axis and round the section, m: some thirty cells, some hundreds of points. */
export const TILE = 0.5;
/** Resolution and half-width of the histograms, m. */
export const STEP = 0.005;
export const REACH = 0.25;
export const STEPS = Math.round((2 * REACH) / STEP);

/** Distances of the points of a wall from the mean of their own cells, tile by tile. */
export interface LayerHistograms {
  /** Tiles along the axis and round the section, and the slabs and bins of one. */
  readonly rows: number;
  readonly columns: number;
  readonly slabsPerRow: number;
  readonly binsPerColumn: number;
  /** Points per step of distance of a tile, `STEPS` numbers; positive distances are farther out. Valid until the next is asked for. */
  readonly countsOf: (tile: number) => Float64Array;
  /** Points per tile. */
  readonly points: Float64Array;
  /** What the means of the cells of a slab move by without their strays, m. Valid until the next is asked for. */
  readonly withoutStrays: (slab: number) => Float64Array;
  /** Gives back the memory; nothing is asked of them any more. */
  release(): void;
}

/** Wall by cells, as far as `layerHistograms` needs it: mean radius, angle and place along of the points used. */
export interface CellMeans {
  readonly slabs: number;
  readonly bins: number;
  /** 0 where there is no wall. */
  readonly radius: Float64Array;
  readonly angle: (cell: number) => number;
  readonly along: (cell: number) => number;
  /** Share of the directions of each slab with something well inside the wall, as at a face. */
  readonly blocked: Float32Array;
}

/**
 * Something in this share of the directions of a slab may be a face, if it is in a quarter of them near by: a slanted face
 * comes in step by step, and a vehicle stays under it. Slabs this near a face are at it: its points lie before the wall of
 * the slab.
 */
const MOST_BLOCKED = 0.1;
const FACE_BLOCKED = 0.25;
const FACE_SLABS = 6;
/**
 * Points farther than this from their cell's mean along its slopes are strays, m: six standard deviations of what one surface
 * scatters by, of which grains of dust, with the rock behind, may lie at any distance ...
 */
const STRAY = 0.08;
/** ... if they are no more than this share of the points: a step of the rock in the cell counts by its share. */
const MOST_STRAY = 0.25;
/** Cells whose radii differ by more than this from the next are on an edge and do not count, m. */
const EDGE = 0.15;

/**
 * Gathers how the points of each cell scatter about the wall there: about the mean radius of the cell, along
 * the slopes to its neighbours, so that the relief of the rock from cell to cell has no part in it. One surface gives
 * the noise of the ranges; two give two peaks.
 *
 * @param centre (left, up) of the section's middle per slab
 * @param pages for what is read along the drive; null: it stays in memory
 */
export function layerHistograms(
  voxels: SectionVoxels,
  centre: Float64Array,
  wall: CellMeans,
  pages: Pages | null = null,
): LayerHistograms {
  const { slabs, bins, radius } = wall;
  const width = (2 * Math.PI) / bins;
  const slabsPerRow = Math.max(1, Math.round(TILE / voxels.slab));
  const binsPerColumn = Math.max(1, Math.round(TILE / (meanOf(radius) * width)));
  const rows = Math.ceil(slabs / slabsPerRow);
  const columns = Math.ceil(bins / binsPerColumn);
  const counts = new PagedRows(columns * STEPS, pages);
  const points = new Float64Array(rows * columns);
  const withoutStrays = new PagedRows(bins, pages);
  let ofRow = counts.add();
  // Of the cells of one slab: they come slab by slab.
  const strays = new Float64Array(bins);
  const others = new Float64Array(bins);
  const sums = new Float64Array(bins);
  let slab = 0;
  /** Ends a slab, and those before the next one. */
  const closeSlab = (next: number): void => {
    const moved = withoutStrays.add();
    for (let j = 0; j < bins; j++)
      if (strays[j] > 0 && strays[j] <= MOST_STRAY * (strays[j] + others[j])) moved[j] = sums[j] / others[j];
    for (const sum of [strays, others, sums]) sum.fill(0);
    while (withoutStrays.rows < next) withoutStrays.add();
    while (counts.rows <= Math.min(rows - 1, Math.floor(next / slabsPerRow))) ofRow = counts.add();
    slab = next;
  };
  forEachOffset(voxels, centre, wall, null, (cell, first, last, count) => {
    const off = ((first + last + 1) / 2) * STEP - REACH;
    const j = cell % bins;
    const k = (cell - j) / bins;
    if (k !== slab) closeSlab(k);
    if (Math.abs(off) > STRAY) strays[j] += count;
    else {
      others[j] += count;
      sums[j] += count * off;
    }
    const row = Math.floor(k / slabsPerRow);
    const column = Math.floor(j / binsPerColumn);
    const share = count / (last - first + 1);
    for (let at = column * STEPS + first; at <= column * STEPS + last; at++) ofRow[at] += share;
    points[row * columns + column] += count;
  });
  closeSlab(slabs);
  return {
    rows,
    columns,
    slabsPerRow,
    binsPerColumn,
    points,
    countsOf(tile) {
      const at = (tile % columns) * STEPS;
      return counts.row(Math.floor(tile / columns)).subarray(at, at + STEPS);
    },
    withoutStrays: (of) => withoutStrays.row(of),
    release() {
      counts.release();
      withoutStrays.release();
      giveBack(points);
    },
  };
}

/**
 * Calls `visit` for the points of each quarter of a voxel near the wall with the steps of distance, first to last, that
 * it covers: seen along the radius a quarter is as wide as that, and its middle alone would show a comb of layers.
 *
 * @param isIn 1 for the cells to visit; null: all
 */
export function forEachOffset(
  voxels: SectionVoxels,
  centre: Float64Array,
  wall: CellMeans,
  isIn: Uint8Array | null,
  visit: (cell: number, first: number, last: number, count: number) => void,
): void {
  const { slabs, bins } = wall;
  const width = (2 * Math.PI) / bins;
  const quarter = voxels.voxel / 4;
  const plane = new Float64Array(3 * bins);
  const atFace = slabsAtFaces(wall.blocked);
  forEachSlab(voxels, (k, seen) => {
    if (k >= slabs || isIn?.subarray(k * bins, (k + 1) * bins).includes(1) === false) return;
    for (let j = 0; j < bins; j++) slopesOf(wall, atFace, k, j, width, plane);
    const { quarters } = seen;
    for (let i = 0; i < seen.count; i++) {
      const left = seen.left[i] - centre[2 * k];
      const up = seen.up[i] - centre[2 * k + 1];
      const r = Math.sqrt(left * left + up * up);
      const turn = Math.atan2(up, left) + Math.PI;
      const j = Math.min(bins - 1, Math.floor(turn / width));
      const cell = k * bins + j;
      const mean = plane[3 * j];
      const round = plane[3 * j + 1];
      const along = plane[3 * j + 2];
      if (mean === 0 || Math.abs(r - mean) > REACH || isIn?.[cell] === 0) continue;
      const wallHere =
        mean +
        round * (turn - (j + 0.5) * width - wall.angle(cell)) +
        along * (seen.along[i] - wall.along(cell));
      const cosine = left / r;
      const sine = up / r;
      const reach = quarter * Math.max(Math.abs(cosine), Math.abs(sine));
      const q = 4 * i;
      const n = seen.points[i];
      // The quarters' middles, moved together so that their mean is that of the points.
      const meanLeft = (quarter * (quarters[q + 1] + quarters[q + 3] - quarters[q] - quarters[q + 2])) / n;
      const meanUp = (quarter * (quarters[q + 2] + quarters[q + 3] - quarters[q] - quarters[q + 1])) / n;
      for (let part = 0; part < 4; part++) {
        const count = quarters[q + part];
        if (count === 0) continue;
        const offLeft = (part & 1 ? quarter : -quarter) - meanLeft;
        const offUp = (part & 2 ? quarter : -quarter) - meanUp;
        const off =
          r + cosine * offLeft + sine * offUp - wallHere - round * ((cosine * offUp - sine * offLeft) / r);
        const first = Math.floor((off - reach + REACH) / STEP);
        const last = Math.floor((off + reach + REACH) / STEP);
        if (first >= 0 && last < STEPS) visit(cell, first, last, count);
      }
    }
  });
}

/** True if the wall steps between two cells. @param other radius of the neighbour, m; 0: unknown */
function isEdge(other: number, radius: number): boolean {
  return other > 0 && Math.abs(other - radius) > EDGE;
}

/**
 * Writes mean radius, slope per radian and slope per slab of a cell; the radius is 0 if it does not count. Where a
 * neighbour is missing the slope is that to the other one, or none.
 */
function slopesOf(
  { slabs, bins, radius }: CellMeans,
  atFace: Uint8Array,
  k: number,
  j: number,
  width: number,
  plane: Float64Array,
): void {
  const cell = k * bins + j;
  plane[3 * j] = 0;
  const r = radius[cell];
  if (r === 0 || atFace[k] === 1) return;
  const left = radius[k * bins + ((j + 1) % bins)];
  const right = radius[k * bins + ((j + bins - 1) % bins)];
  const after = k < slabs - 1 ? radius[cell + bins] : 0;
  const before = k > 0 ? radius[cell - bins] : 0;
  if (isEdge(left, r) || isEdge(right, r) || isEdge(after, r) || isEdge(before, r)) return;
  plane[3 * j] = r;
  plane[3 * j + 1] = slope(right, r, left) / width;
  plane[3 * j + 2] = slope(before, r, after);
}

/** 1 for each slab at a face. */
function slabsAtFaces(blocked: Float32Array): Uint8Array {
  const at = new Uint8Array(blocked.length);
  for (let first = 0; first < blocked.length; first++) {
    let last = first;
    let most = 0;
    for (; last < blocked.length && blocked[last] > MOST_BLOCKED; last++)
      most = Math.max(most, blocked[last]);
    if (most > FACE_BLOCKED) at.fill(1, Math.max(0, first - FACE_SLABS), last + FACE_SLABS);
    first = last;
  }
  return at;
}

/** Change per cell between two neighbours, 0 where unknown. */
function slope(before: number, here: number, after: number): number {
  if (before > 0 && after > 0) return (after - before) / 2;
  if (after > 0) return after - here;
  return before > 0 ? here - before : 0;
}

function meanOf(radius: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (let cell = 0; cell < radius.length; cell++) {
    if (radius[cell] === 0) continue;
    sum += radius[cell];
    count++;
  }
  return sum / Math.max(1, count);
}
