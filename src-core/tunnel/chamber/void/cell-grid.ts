import type { PointCells } from './point-cells.ts';

/** Cells of margin around the points: no wall reaches the border of the grid. */
const MARGIN = 6;

/** A dense grid of cells over all points, and of the nodes at their lower corners. */
export interface CellGrid {
  readonly edge: number;
  /** Nodes along each axis. */
  readonly size: readonly [number, number, number];
  /** Place of node 0 about the origin of the cells, in whole edges. */
  readonly first: readonly [number, number, number];
  /** Number of the occupied cell whose lower corner is the node; -1: none. */
  readonly cell: Int32Array;
}

/** Nodes that a grid of cells would have. */
export function gridNodes(cells: PointCells): number {
  const { size } = extentOf(cells);
  return size[0] * size[1] * size[2];
}

export function cellGrid(cells: PointCells): CellGrid {
  const { size, first } = extentOf(cells);
  const cell = new Int32Array(size[0] * size[1] * size[2]).fill(-1);
  for (let c = 0; c < cells.count; c++) {
    const [i, j, k] = cells.indexOf(c).map((value, axis) => value - first[axis]);
    cell[(i * size[1] + j) * size[2] + k] = c;
  }
  return { edge: cells.edge, size, first, cell };
}

function extentOf(cells: PointCells): Pick<CellGrid, 'size' | 'first'> {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let c = 0; c < cells.count; c++)
    for (const [axis, value] of cells.indexOf(c).entries()) {
      low[axis] = Math.min(low[axis], value);
      high[axis] = Math.max(high[axis], value);
    }
  const along = (axis: number): number => high[axis] - low[axis] + 2 + 2 * MARGIN;
  return {
    size: [along(0), along(1), along(2)],
    first: [low[0] - MARGIN, low[1] - MARGIN, low[2] - MARGIN],
  };
}

/** The cells without those of parts that are small and apart: dust, spray, a bird. @returns 1 per cell that stays */
export function largeParts(cells: PointCells, grid: CellGrid, least: number): Uint8Array {
  const { size, cell } = grid;
  const stays = new Uint8Array(cells.count);
  const part = new Int32Array(cells.count).fill(-1);
  const [sy, sz] = [size[1] * size[2], size[2]];
  for (let start = 0; start < cell.length; start++) {
    const seed = cell[start];
    if (seed < 0 || part[seed] >= 0) continue;
    const nodes = [start];
    part[seed] = seed;
    for (let at = 0; at < nodes.length; at++)
      for (let i = -2; i <= 2; i++)
        for (let j = -2; j <= 2; j++)
          for (let k = -2; k <= 2; k++) {
            const node = nodes[at] + i * sy + j * sz + k;
            const next = cell[node];
            if (next < 0 || part[next] >= 0) continue;
            part[next] = seed;
            nodes.push(node);
          }
    if (nodes.length >= least) for (const node of nodes) stays[cell[node]] = 1;
  }
  return stays;
}
