import type { CellGrid } from './cell-grid.ts';
import type { WallPlanes } from './wall-planes.ts';

/** Standard deviation of the weight of a plane over distance, in edges. */
const KERNEL = 0.7;
/** A plane counts up to this distance, in edges. */
const REACH = 2;
/** A node is near the wall if it is over a plane, at most this far beside its middle, in edges. */
const BESIDE = 0.95;
/** Rounds in which the planes are moved, so that the surface passes through the mean of the points of each cell. */
const ROUNDS = 2;

/** Signed distance from the wall near it. */
interface WallDistance {
  /** Per node, edges, positive in the void; only where `near`. */
  readonly distance: Float32Array;
  /** 1 per node that is over or under measured wall. */
  readonly near: Uint8Array;
}

/**
 * Signed distance from the wall as a weighted mean of the distances from its planes (Kolluri 2008, "Provably good moving
 * least squares", ACM Transactions on Algorithms 4(2)). Planes at a curved wall lie outside of it, by an amount that grows
 * with the square of the edge: each plane is moved until the surface passes through the mean of the points of its cell, as
 * a scanner's noise is across the wall.
 */
export function wallDistance(grid: CellGrid, planes: WallPlanes): WallDistance {
  for (let round = 0; round < ROUNDS; round++) moveToPoints(grid, planes);
  const { size, cell, edge, first } = grid;
  const { middle, normal, offset, node } = planes;
  const distance = new Float32Array(cell.length);
  const weights = new Float32Array(cell.length);
  const near = new Uint8Array(cell.length);
  const [sy, sz] = [size[1] * size[2], size[2]];
  for (let p = 0; p < planes.count; p++) {
    const [i, j, k] = nodeIndex(node[p], size);
    const [x, y, z] = [0, 1, 2].map((a) => middle[3 * p + a] / edge - first[a]);
    const [u, v, w] = [normal[3 * p], normal[3 * p + 1], normal[3 * p + 2]];
    const shift = offset[p] / edge;
    for (let di = -1; di <= 2; di++)
      for (let dj = -1; dj <= 2; dj++)
        for (let dk = -1; dk <= 2; dk++) {
          const [a, b, c] = [i + di - x, j + dj - y, k + dk - z];
          const square = a * a + b * b + c * c;
          if (square > REACH * REACH) continue;
          const along = u * a + v * b + w * c;
          const at = node[p] + di * sy + dj * sz + dk;
          const weight = Math.exp(-square / (2 * KERNEL * KERNEL));
          distance[at] += weight * (along - shift);
          weights[at] += weight;
          if (square - along * along <= BESIDE * BESIDE) near[at] = 1;
        }
  }
  for (let at = 0; at < cell.length; at++) if (weights[at] > 0) distance[at] /= weights[at];
  return { distance, near };
}

export function nodeIndex(node: number, size: readonly [number, number, number]): [number, number, number] {
  const k = node % size[2];
  const rest = (node - k) / size[2];
  const j = rest % size[1];
  return [(rest - j) / size[1], j, k];
}

function moveToPoints(
  { size, edge }: CellGrid,
  { count, middle, normal, offset, node, at }: WallPlanes,
): void {
  const [sy, sz] = [size[1] * size[2], size[2]];
  const moves = new Float64Array(count);
  const wide = 2 * KERNEL * KERNEL * edge * edge;
  for (let p = 0; p < count; p++) {
    const [x, y, z] = [middle[3 * p], middle[3 * p + 1], middle[3 * p + 2]];
    let [sum, weights] = [0, 0];
    for (let i = -2; i <= 2; i++)
      for (let j = -2; j <= 2; j++)
        for (let k = -2; k <= 2; k++) {
          const other = at[node[p] + i * sy + j * sz + k];
          if (other < 0) continue;
          const [a, b, c] = [x - middle[3 * other], y - middle[3 * other + 1], z - middle[3 * other + 2]];
          const square = a * a + b * b + c * c;
          if (square > REACH * REACH * edge * edge) continue;
          const weight = Math.exp(-square / wide);
          sum +=
            weight *
            (normal[3 * other] * a + normal[3 * other + 1] * b + normal[3 * other + 2] * c - offset[other]);
          weights += weight;
        }
    moves[p] = sum / weights;
  }
  for (let p = 0; p < count; p++) offset[p] += moves[p];
}
