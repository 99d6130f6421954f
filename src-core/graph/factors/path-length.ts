import type { Rigid } from '../../model/rigid.ts';

/** Known path length through consecutive nodes. It touches all of them, so it is separate from the sparse factors. */
export interface PathLength {
  /** First and last node; the path goes through all between. */
  readonly from: number;
  readonly to: number;
  /** Known length, m. */
  readonly length: number;
  /** Standard deviation, m. */
  readonly sigma: number;
}

/**
 * Linearises `r = sum |t_k+1 - t_k| - length`, whitened, with its row over all nodes: the derivative by the
 * position of a node is the difference of the unit vectors of the two legs that meet there, in the node's own
 * frame.
 *
 * @param row receives 6 numbers per node of the graph; only those of the path are written, and must be zero before
 * @returns the whitened residual
 */
export function linearisePathLength(
  { from, to, length, sigma }: PathLength,
  poses: readonly Rigid[],
  row: Float64Array,
): number {
  let sum = 0;
  for (let k = from; k < to; k++) {
    const a = poses[k].t;
    const b = poses[k + 1].t;
    const [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const leg = Math.hypot(x, y, z);
    // Two nodes at one position: the leg has no direction and contributes no derivative.
    if (leg === 0) continue;
    sum += leg;
    addTurned(row, k, poses[k].R, x / leg, y / leg, z / leg, -1 / sigma);
    addTurned(row, k + 1, poses[k + 1].R, x / leg, y / leg, z / leg, 1 / sigma);
  }
  return (sum - length) / sigma;
}

/** Adds `factor * R^T (x, y, z)` to the translation part of a node. */
function addTurned(
  row: Float64Array,
  node: number,
  R: Float64Array,
  x: number,
  y: number,
  z: number,
  factor: number,
): void {
  for (let i = 0; i < 3; i++) row[6 * node + 3 + i] += factor * (R[i] * x + R[3 + i] * y + R[6 + i] * z);
}
