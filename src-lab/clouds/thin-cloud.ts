import { seededRandom } from '../../src-core/math/random.ts';
import type { PointSet } from '../problem/method.ts';
import { CellTable } from './cell-table.ts';

/** Most points of a cloud that are looked at: enough for some tens per cell. */
const SAMPLE = 80_000;
const SEED = 7;
/** Share of the points at either end of an axis that does not stretch the box. */
const TAIL = 0.002;
const TAIL_SAMPLE = 5000;
/** Points from which on a cell counts as surface when the edge is chosen: clutter leaves one or two in a cell. */
export const SOLID = 3;
/** Share of the points that lie on surface at the least: the rest may be strewn about. */
const LEAST_SURFACE = 0.35;
/** Points by which the edge is chosen, finest edge as a part of the extent, and factor from one edge to the next. */
const EDGE_SAMPLE = 30_000;
const FINEST = 300;
const EDGE_FACTOR = 1.35;

/** Means of the points in the cells of a grid. */
interface CellMeans extends PointSet {
  /** Points of each cell. */
  readonly weight: Float64Array;
}

/** Random sample of a large cloud without its far outliers, which would stretch the grid over nothing. */
export function sampleCore({ count, xyz }: PointSet): PointSet {
  const random = seededRandom(SEED);
  const size = Math.min(count, SAMPLE);
  const sample = size === count ? xyz.slice(0, 3 * count) : new Float64Array(3 * size);
  for (let at = 0; size < count && at < 3 * size; at += 3) {
    const from = 3 * random.below(count);
    sample[at] = xyz[from];
    sample[at + 1] = xyz[from + 1];
    sample[at + 2] = xyz[from + 2];
  }
  const [low, high] = [new Float64Array(3), new Float64Array(3)];
  // A fraction of the sample tells where its tails begin.
  const step = Math.max(1, Math.floor(size / TAIL_SAMPLE));
  const sorted = new Float64Array(Math.floor(size / step));
  for (let a = 0; a < 3; a++) {
    for (let k = 0; k < sorted.length; k++) sorted[k] = sample[3 * k * step + a];
    sorted.sort();
    const last = sorted.length - 1;
    const [from, to] = [sorted[Math.floor(TAIL * last)], sorted[Math.ceil((1 - TAIL) * last)]];
    low[a] = from - (to - from);
    high[a] = to + (to - from);
  }
  let inside = 0;
  for (let at = 0; at < 3 * size; at += 3) {
    const [x, y, z] = [sample[at], sample[at + 1], sample[at + 2]];
    if (!(x >= low[0] && x <= high[0] && y >= low[1] && y <= high[1] && z >= low[2] && z <= high[2]))
      continue;
    sample[3 * inside] = x;
    sample[3 * inside + 1] = y;
    sample[3 * inside + 2] = z;
    inside++;
  }
  return { count: inside, xyz: sample.slice(0, 3 * inside) };
}

/**
 * Edge of a grid in which the surface of a cloud fills about so many cells, m; 0 for a single place.
 *
 * Looked for from fine to coarse: where the surface has some points in every cell, points strewn through the room
 * are still alone in theirs, and do not count.
 */
export function edgeFor(core: PointSet, cells: number): number {
  const few = core.count > EDGE_SAMPLE ? everyNth(core, Math.ceil(core.count / EDGE_SAMPLE)) : core;
  const extent = extentOf(few);
  let before = Number.POSITIVE_INFINITY;
  for (let edge = extent / FINEST; edge < extent; edge *= EDGE_FACTOR) {
    const { weight } = cellMeans(few, edge);
    let solid = 0;
    let inSolid = 0;
    for (const points of weight) {
      if (points < SOLID) continue;
      solid++;
      inSolid += points;
    }
    if (inSolid >= LEAST_SURFACE * few.count && solid <= cells) {
      // Between this edge and the one before, where it was counted there.
      const share =
        before < Number.POSITIVE_INFINITY ? Math.log(cells / solid) / Math.log(before / solid) : 0;
      return edge * EDGE_FACTOR ** -Math.min(1, Math.max(0, share));
    }
    before = inSolid >= LEAST_SURFACE * few.count ? solid : Number.POSITIVE_INFINITY;
  }
  return extent / 2;
}

function everyNth({ count, xyz }: PointSet, n: number): PointSet {
  const size = Math.floor(count / n);
  const few = new Float64Array(3 * size);
  for (let k = 0; k < size; k++) few.set(xyz.subarray(3 * n * k, 3 * n * k + 3), 3 * k);
  return { count: size, xyz: few };
}

/** Means of the points in the cells of a grid of this edge, m. */
export function cellMeans({ count, xyz }: PointSet, edge: number): CellMeans {
  const low = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
  for (let at = 0; at < 3 * count; at += 3) {
    for (let a = 0; a < 3; a++) if (xyz[at + a] < low[a]) low[a] = xyz[at + a];
  }
  const cells = new CellTable();
  const sums = new Float64Array(4 * count);
  for (let at = 0; at < 3 * count; at += 3) {
    const x = xyz[at] - low[0];
    const y = xyz[at + 1] - low[1];
    const z = xyz[at + 2] - low[2];
    const into = 4 * cells.add(Math.floor(x / edge), Math.floor(y / edge), Math.floor(z / edge));
    sums[into] += x;
    sums[into + 1] += y;
    sums[into + 2] += z;
    sums[into + 3]++;
  }
  const weight = new Float64Array(cells.count);
  const means = new Float64Array(3 * cells.count);
  for (let cell = 0; cell < cells.count; cell++) {
    weight[cell] = sums[4 * cell + 3];
    for (let a = 0; a < 3; a++) means[3 * cell + a] = low[a] + sums[4 * cell + a] / weight[cell];
  }
  return { count: cells.count, xyz: means, weight };
}

function extentOf({ count, xyz }: PointSet): number {
  let most = 0;
  for (let a = 0; a < 3; a++) {
    let [low, high] = [xyz[a], xyz[a]];
    for (let at = a; at < 3 * count; at += 3) {
      low = Math.min(low, xyz[at]);
      high = Math.max(high, xyz[at]);
    }
    most = Math.max(most, high - low);
  }
  return most;
}
