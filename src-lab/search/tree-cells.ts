import { QUADRATIC_STRIDE } from '../problem/surface-distance.ts';
import type { KdTreeArrays } from './kd-tree-build.ts';

/** Mean of the points of each cell on every level, 3 numbers per node; an empty cell gets that of its parent. */
export function cellMeans({ innerNodes, first, end, xyz }: KdTreeArrays): Float64Array {
  const means = new Float64Array(3 * first.length);
  for (let node = first.length - 1; node >= 0; node--) {
    const count = end[node] - first[node];
    if (count === 0) continue;
    const at = 3 * node;
    if (node >= innerNodes) {
      const from = 3 * first[node];
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += xyz[from + 3 * i + k] - xyz[from + k];
        means[at + k] = xyz[from + k] + sum / count;
      }
    } else {
      const left = 3 * (2 * node + 1);
      const share = shareOfRight(first, end, node);
      for (let k = 0; k < 3; k++) {
        means[at + k] = means[left + k];
        if (share > 0) means[at + k] += share * (means[left + 3 + k] - means[left + k]);
      }
    }
  }
  for (let node = 1; node < first.length; node++) {
    const parent = 3 * ((node - 1) >> 1);
    if (first[node] === end[node]) means.copyWithin(3 * node, parent, parent + 3);
  }
  return means;
}

/**
 * Quadratic of each cell on every level: the mean of the squared distances of its points (Zabatani and Bronstein,
 * 4.2, which stores the coefficients on the intermediate levels too, to trade accuracy for speed at run time).
 *
 * @param means from `cellMeans`; the origin of each cell's quadratic is its mean
 * @param quadratics of the target's points, by their index in the cloud
 */
export function cellQuadratics(
  { innerNodes, first, end, order, xyz }: KdTreeArrays,
  means: Float64Array,
  quadratics: Float64Array,
): Float64Array {
  const cells = new Float64Array(QUADRATIC_STRIDE * first.length);
  for (let node = first.length - 1; node >= 0; node--) {
    if (node >= innerNodes) {
      const weight = 1 / (end[node] - first[node]);
      for (let slot = first[node]; slot < end[node]; slot++) {
        addShifted(cells, node, quadratics, order[slot], weight, means, node, xyz, slot);
      }
    } else {
      const share = shareOfRight(first, end, node);
      const left = 2 * node + 1;
      addShifted(cells, node, cells, left, 1 - share, means, node, means, left);
      addShifted(cells, node, cells, left + 1, share, means, node, means, left + 1);
    }
  }
  return cells;
}

/**
 * Index in the cloud of the point nearest to the mean, for each cell on every level; an empty cell gets its parent's.
 */
export function cellRepresentatives(
  { first, end, order, xyz }: KdTreeArrays,
  means: Float64Array,
): Int32Array {
  const representatives = new Int32Array(first.length);
  for (let node = 0; node < first.length; node++) {
    if (first[node] === end[node]) representatives[node] = representatives[(node - 1) >> 1];
    let nearest = Number.POSITIVE_INFINITY;
    for (let slot = first[node]; slot < end[node]; slot++) {
      const dx = xyz[3 * slot] - means[3 * node];
      const dy = xyz[3 * slot + 1] - means[3 * node + 1];
      const dz = xyz[3 * slot + 2] - means[3 * node + 2];
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared < nearest) {
        nearest = squared;
        representatives[node] = order[slot];
      }
    }
  }
  return representatives;
}

function shareOfRight(first: Uint32Array, end: Uint32Array, node: number): number {
  const right = 2 * node + 2;
  return (end[right] - first[right]) / (end[node] - first[node]);
}

/**
 * Adds a weighted quadratic with its origin shifted by d: `A (u + d).(u + d) - 2 b.(u + d) + c` is `A u.u - 2 (b - A
 * d).u + (A d.d - 2 b.d + c)`.
 */
function addShifted(
  into: Float64Array,
  intoElement: number,
  from: Float64Array,
  fromElement: number,
  weight: number,
  intoOrigin: Float64Array,
  intoPlace: number,
  fromOrigin: Float64Array,
  fromPlace: number,
): void {
  if (!(weight > 0)) return;
  const to = QUADRATIC_STRIDE * intoElement;
  const at = QUADRATIC_STRIDE * fromElement;
  const dx = intoOrigin[3 * intoPlace] - fromOrigin[3 * fromPlace];
  const dy = intoOrigin[3 * intoPlace + 1] - fromOrigin[3 * fromPlace + 1];
  const dz = intoOrigin[3 * intoPlace + 2] - fromOrigin[3 * fromPlace + 2];
  const ax = from[at] * dx + from[at + 1] * dy + from[at + 2] * dz;
  const ay = from[at + 1] * dx + from[at + 3] * dy + from[at + 4] * dz;
  const az = from[at + 2] * dx + from[at + 4] * dy + from[at + 5] * dz;
  for (let k = 0; k < 6; k++) into[to + k] += weight * from[at + k];
  const [bx, by, bz] = [from[at + 6], from[at + 7], from[at + 8]];
  into[to + 6] += weight * (bx - ax);
  into[to + 7] += weight * (by - ay);
  into[to + 8] += weight * (bz - az);
  into[to + 9] += weight * (ax * dx + ay * dy + az * dz - 2 * (bx * dx + by * dy + bz * dz) + from[at + 9]);
}
