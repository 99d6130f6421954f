import { planeEigen } from '../../../math/eigen3.ts';
import type { CellGrid } from './cell-grid.ts';
import { MOMENTS, type PointCells } from './point-cells.ts';

/** Planes of the wall, one per occupied cell, in the coordinates of the grid's cells. */
export interface WallPlanes {
  readonly count: number;
  /** 3 per plane: mean of the points of its cell. */
  readonly middle: Float64Array;
  /** 3 per plane: unit normal into the void. */
  readonly normal: Float64Array;
  /** Distance of the plane from `middle` along the normal. */
  readonly offset: Float64Array;
  /** Points of each cell. */
  readonly points: Float64Array;
  /** Mean cosine of the angle between the normal and the directions to the sensor; 1 where these are not known. */
  readonly facing: Float64Array;
  /** Node of the cell of each plane. */
  readonly node: Int32Array;
  /** Plane whose cell has the node as its lower corner; -1: none. */
  readonly at: Int32Array;
}

/** Points that a plane needs, in its cell and the 26 around it. */
const LEAST_POINTS = 6;
/** Least share of the second extent of the points in the first: fewer are a line. */
const LINE = 0.02;
/** Cells around a cell of the wall in which the void is looked for. */
const REACH = 2;

/**
 * Fits a plane to the points of each occupied cell and those around it (Hoppe et al. 1992, "Surface reconstruction from
 * unorganized points", SIGGRAPH 26(2)), its normal into the void: towards the sensor, or to the side from which the void is
 * first reached over empty cells from a place inside.
 *
 * @param stays 1 per cell that counts
 * @param seeds nodes inside the void
 */
export function wallPlanes(
  cells: PointCells,
  grid: CellGrid,
  stays: Uint8Array,
  seeds: readonly number[],
): WallPlanes {
  const { size, cell } = grid;
  const [sy, sz] = [size[1] * size[2], size[2]];
  const fitted: { node: number; values: number[]; towards: readonly number[] | null }[] = [];
  const sum = new Float64Array(MOMENTS);
  const eigen = new Float64Array(6);
  let anyUnseen = false;
  for (let node = 0; node < cell.length; node++) {
    const own = cell[node];
    if (own < 0 || stays[own] === 0) continue;
    sum.fill(0);
    for (let i = -1; i <= 1; i++)
      for (let j = -1; j <= 1; j++)
        for (let k = -1; k <= 1; k++) {
          const other = cell[node + i * sy + j * sz + k];
          if (other < 0 || stays[other] === 0) continue;
          for (let m = 0; m < MOMENTS; m++) sum[m] += cells.sums[MOMENTS * other + m];
        }
    const n = sum[0];
    if (n < LEAST_POINTS) continue;
    const [x, y, z] = [sum[1] / n, sum[2] / n, sum[3] / n];
    planeEigen(
      sum[4] / n - x * x,
      sum[5] / n - x * y,
      sum[6] / n - x * z,
      sum[7] / n - y * y,
      sum[8] / n - y * z,
      sum[9] / n - z * z,
      eigen,
    );
    if (!(eigen[1] > LINE * eigen[2])) continue;
    const at = MOMENTS * own;
    const count = cells.sums[at];
    const seen = Math.hypot(sum[10], sum[11], sum[12]) > 0;
    anyUnseen ||= !seen;
    fitted.push({
      node,
      values: [...[1, 2, 3].map((m) => cells.sums[at + m] / count), eigen[3], eigen[4], eigen[5], count],
      towards: seen ? [sum[10] / n, sum[11] / n, sum[12] / n] : null,
    });
  }
  const planes = emptyPlanes(fitted.length, cell.length);
  const reached = anyUnseen ? stepsFrom(grid, stays, seeds) : null;
  let count = 0;
  const undecided: typeof fitted = [];
  const put = (
    { node, values }: (typeof fitted)[number],
    towards: readonly number[],
    isSeen: boolean,
  ): void => {
    const along = values[3] * towards[0] + values[4] * towards[1] + values[5] * towards[2];
    const sign = along < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) {
      planes.middle[3 * count + k] = values[k];
      planes.normal[3 * count + k] = sign * values[3 + k];
    }
    planes.points[count] = values[6];
    planes.facing[count] = isSeen ? Math.abs(along) : 1;
    planes.node[count] = node;
    planes.at[node] = count++;
  };
  for (const plane of fitted) {
    const towards = plane.towards ?? (reached && sideReached(grid, reached, plane.node));
    if (towards === null) undecided.push(plane);
    else put(plane, towards, plane.towards !== null);
  }
  // Cells inside a thick wall: as their neighbours.
  for (const plane of undecided) {
    const towards = [0, 0, 0];
    for (let i = -2; i <= 2; i++)
      for (let j = -2; j <= 2; j++)
        for (let k = -2; k <= 2; k++) {
          const other = planes.at[plane.node + i * sy + j * sz + k];
          if (other >= 0) for (let m = 0; m < 3; m++) towards[m] += planes.normal[3 * other + m];
        }
    if (Math.hypot(...towards) > 0) put(plane, towards, false);
  }
  return { ...planes, count };
}

function emptyPlanes(most: number, nodes: number): Omit<WallPlanes, 'count'> {
  return {
    middle: new Float64Array(3 * most),
    normal: new Float64Array(3 * most),
    offset: new Float64Array(most),
    points: new Float64Array(most),
    facing: new Float64Array(most),
    node: new Int32Array(most),
    at: new Int32Array(nodes).fill(-1),
  };
}

/** Steps from the nearest seed to each empty cell, over faces of empty cells; 0: not reached. */
function stepsFrom({ size, cell }: CellGrid, stays: Uint8Array, seeds: readonly number[]): Int32Array {
  const steps = new Int32Array(cell.length);
  const [sx, sy, sz] = size;
  const isWall = (node: number): boolean => cell[node] >= 0 && stays[cell[node]] === 1;
  let front = seeds.filter((node) => !isWall(node));
  for (const node of front) steps[node] = 1;
  for (let step = 2; front.length > 0; step++) {
    const next: number[] = [];
    for (const node of front) {
      const k = node % sz;
      const j = ((node - k) / sz) % sy;
      const i = (node - k - j * sz) / (sy * sz);
      const visit = (to: number): void => {
        if (steps[to] !== 0 || isWall(to)) return;
        steps[to] = step;
        next.push(to);
      };
      if (i > 0) visit(node - sy * sz);
      if (i < sx - 1) visit(node + sy * sz);
      if (j > 0) visit(node - sz);
      if (j < sy - 1) visit(node + sz);
      if (k > 0) visit(node - 1);
      if (k < sz - 1) visit(node + 1);
    }
    front = next;
  }
  return steps;
}

/** Direction to the empty cells around a cell that are reached first; null: none is. */
function sideReached({ size }: CellGrid, steps: Int32Array, node: number): number[] | null {
  const [sy, sz] = [size[1] * size[2], size[2]];
  let least = Infinity;
  const around: [number, number, number, number][] = [];
  for (let i = -REACH; i <= REACH; i++)
    for (let j = -REACH; j <= REACH; j++)
      for (let k = -REACH; k <= REACH; k++) {
        const step = steps[node + i * sy + j * sz + k];
        if (step === 0) continue;
        least = Math.min(least, step);
        around.push([i, j, k, step]);
      }
  const towards = [0, 0, 0];
  for (const [i, j, k, step] of around) {
    if (step > least + 2) continue;
    const size = Math.hypot(i, j, k);
    towards[0] += i / size;
    towards[1] += j / size;
    towards[2] += k / size;
  }
  return Math.hypot(...towards) > 0 ? towards : null;
}
