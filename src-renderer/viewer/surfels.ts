import type { Points } from '../../src-core/contract/shapes.ts';
import { planeEigen } from '../../src-core/math/eigen3.ts';
import { quantile } from '../../src-core/math/statistics.ts';

/** Cells along the longest edge of the points' bounding box; a window is a cell with its neighbours. */
const CELLS = 64;
const WINDOW = 3;
/** Cells to either side of a window in which a plane is looked for where a usual one has none: a sparse wall. */
const WIDE_REACH = 2;
/** Least edge of a cell, m: a smaller window shows the noise of the ranges. */
const LEAST_EDGE = 0.07;
/** Count, and first and second moments of the points of a cell. */
const MOMENTS = 10;
/** Least number of points of a plane. */
const LEAST = 5;

/** What the points of a batch tell of the wall around each of them. */
export interface Surfels {
  /** Distance of each point to its neighbours, m. */
  readonly spacing: Float32Array;
  /** Normal of the wall at each point, 4 per point, in 127ths, the last 0; all 0 if unknown. The sign is arbitrary. */
  readonly normal: Int8Array;
  /** Spacing of most points (upper quartile), m. */
  readonly usual: number;
}

/**
 * Spacing and normal of the wall at each point, from the points in a window of a grid around it. A window of n points
 * and edge e covers some e² of wall, so they lie e / sqrt(n) apart: a map is far denser where the sensor passed
 * close, and one spacing for all would leave holes here and cover relief there.
 *
 * @param most upper limit of the spacing, m: a lone point is no wall
 */
export function surfelsOf({ xyz }: Points, most: number): Surfels {
  const count = xyz.length / 3;
  const grid = momentsOf(xyz, count);
  if (grid === null)
    return { spacing: new Float32Array(count).fill(most), normal: new Int8Array(4 * count), usual: most };
  const { slotOf, slots, edge } = grid;
  const spacingOfSlot = new Float32Array(slots);
  const normalOfSlot = new Int8Array(4 * slots);
  const sums = new Float64Array(MOMENTS);
  for (let slot = 0; slot < slots; slot++) {
    sumWindow(grid, slot, sums, 1);
    spacingOfSlot[slot] = Math.min(most, (WINDOW * edge) / Math.sqrt(sums[0]));
    if (sums[0] >= LEAST && putNormal(sums, normalOfSlot, 4 * slot)) continue;
    sumWindow(grid, slot, sums, WIDE_REACH);
    if (sums[0] >= LEAST) putNormal(sums, normalOfSlot, 4 * slot);
  }
  const spacing = new Float32Array(count);
  const normal = new Int8Array(4 * count);
  const [from, to] = [new Int32Array(normalOfSlot.buffer), new Int32Array(normal.buffer)];
  for (let i = 0; i < count; i++) {
    spacing[i] = spacingOfSlot[slotOf[i]];
    to[i] = from[slotOf[i]];
  }
  const step = Math.max(1, Math.floor(count / 1024));
  const sample = Array.from({ length: Math.ceil(count / step) }, (_, k) => spacing[k * step]);
  const usual = quantile(sample, 0.75);
  // A lone point must not stand before the wall as a large disc.
  for (let i = 0; i < count; i++) if (to[i] === 0) spacing[i] = Math.min(spacing[i], usual / 2);
  return { spacing, normal, usual };
}

/** Moments of the points by occupied cell ("slot") of a grid over their bounding box. */
interface Grid {
  readonly edge: number;
  readonly slots: number;
  readonly slotOf: Int32Array;
  /** Cell of each slot, and slot of each cell plus 1; 0 if empty. */
  readonly cells: readonly number[];
  readonly slotAt: Int32Array;
  readonly size: readonly [number, number, number];
  /** MOMENTS per slot, in cells from the low corner of the box. */
  readonly moments: Float64Array;
}

/** Null if the box has no extent. */
function momentsOf(xyz: Float32Array, count: number): Grid | null {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < xyz.length; i++) {
    const axis = i % 3;
    if (xyz[i] < low[axis]) low[axis] = xyz[i];
    if (xyz[i] > high[axis]) high[axis] = xyz[i];
  }
  const extent = Math.max(...high.map((value, axis) => value - low[axis]));
  if (!(extent > 0 && extent < Infinity)) return null;
  const edge = Math.max(LEAST_EDGE, extent / CELLS);
  const [nx, ny, nz] = high.map((value, axis) => Math.floor((value - low[axis]) / edge) + 1);
  const slotAt = new Int32Array(nx * ny * nz);
  const slotOf = new Int32Array(count);
  const cells: number[] = [];
  for (let i = 0; i < count; i++) {
    const x = Math.floor((xyz[3 * i] - low[0]) / edge);
    const y = Math.floor((xyz[3 * i + 1] - low[1]) / edge);
    const z = Math.floor((xyz[3 * i + 2] - low[2]) / edge);
    const cell = (z * ny + y) * nx + x;
    if (slotAt[cell] === 0) slotAt[cell] = cells.push(cell);
    slotOf[i] = slotAt[cell] - 1;
  }
  const moments = new Float64Array(MOMENTS * cells.length);
  for (let i = 0; i < count; i++) {
    const x = (xyz[3 * i] - low[0]) / edge;
    const y = (xyz[3 * i + 1] - low[1]) / edge;
    const z = (xyz[3 * i + 2] - low[2]) / edge;
    const at = MOMENTS * slotOf[i];
    moments[at]++;
    moments[at + 1] += x;
    moments[at + 2] += y;
    moments[at + 3] += z;
    moments[at + 4] += x * x;
    moments[at + 5] += x * y;
    moments[at + 6] += x * z;
    moments[at + 7] += y * y;
    moments[at + 8] += y * z;
    moments[at + 9] += z * z;
  }
  return { edge, slots: cells.length, slotOf, cells, slotAt, size: [nx, ny, nz], moments };
}

function sumWindow(
  { cells, slotAt, size: [nx, ny, nz], moments }: Grid,
  slot: number,
  sums: Float64Array,
  reach: number,
): void {
  const cell = cells[slot];
  const x = cell % nx;
  const y = Math.floor(cell / nx) % ny;
  const z = Math.floor(cell / (nx * ny));
  sums.fill(0);
  for (let k = Math.max(0, z - reach); k <= Math.min(nz - 1, z + reach); k++)
    for (let j = Math.max(0, y - reach); j <= Math.min(ny - 1, y + reach); j++)
      for (let i = Math.max(0, x - reach); i <= Math.min(nx - 1, x + reach); i++) {
        const at = MOMENTS * (slotAt[(k * ny + j) * nx + i] - 1);
        if (at >= 0) for (let m = 0; m < MOMENTS; m++) sums[m] += moments[at + m];
      }
}

const eigen = new Float64Array(6);
/** Variance across the wall by the lesser one along it, above which it is no plane. */
const MOST_THICKNESS = 0.6;
/** Variances along the wall, the lesser by the greater, below which the points are on one line. */
const LEAST_WIDTH = 0.02;

/** @returns false if the points are no plane */
function putNormal(sums: Float64Array, normals: Int8Array, at: number): boolean {
  const n = sums[0];
  const [x, y, z] = [sums[1] / n, sums[2] / n, sums[3] / n];
  planeEigen(
    sums[4] / n - x * x,
    sums[5] / n - x * y,
    sums[6] / n - x * z,
    sums[7] / n - y * y,
    sums[8] / n - y * z,
    sums[9] / n - z * z,
    eigen,
  );
  const [across, along, longest] = eigen;
  if (!(along > LEAST_WIDTH * longest && across < MOST_THICKNESS * along)) return false;
  for (let axis = 0; axis < 3; axis++) normals[at + axis] = Math.round(127 * eigen[3 + axis]);
  return true;
}
