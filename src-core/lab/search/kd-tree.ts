import type { PointSet } from '../method.ts';
import { buildKdTree, type KdTreeArrays } from './kd-tree-build.ts';
import type { NearestSearch } from './nearest-search.ts';
import { insertNeighbour } from './neighbour-list.ts';

/** Maximum points of a leaf: fewer make `nearest` visit more nodes, more make it test more points. */
const LEAF_POINTS = 8;

/**
 * k-d tree with all nodes in flat arrays, level by level (Zabatani and Bronstein, 4.2), split at the median so that
 * it is complete: the children of node i are 2i + 1 and 2i + 2, and every leaf is on the same level.
 */
export class KdTree implements NearestSearch {
  readonly arrays: KdTreeArrays;
  // One entry per level: of two children one is visited at once, the other is deferred.
  readonly #waitingNode: Int32Array;
  readonly #waitingSquared: Float64Array;

  /**
   * @param leafPoints maximum points of a leaf
   * @param arrays of the points, if they are built already: threads may share them
   */
  constructor(
    points: PointSet,
    leafPoints = LEAF_POINTS,
    arrays: KdTreeArrays = buildKdTree(points, leafPoints),
  ) {
    this.arrays = arrays;
    this.#waitingNode = new Int32Array(this.arrays.levels);
    this.#waitingSquared = new Float64Array(this.arrays.levels);
  }

  nearest(x: number, y: number, z: number, maxSquared: number): number {
    const { first, end, order, xyz, box, innerNodes } = this.arrays;
    const waitingNode = this.#waitingNode;
    const waitingSquared = this.#waitingSquared;
    let best = -1;
    let nearest = maxSquared;
    let waiting = 0;
    let node = 0;
    let toNode = squaredToBox(box, 0, x, y, z);
    for (;;) {
      // Not `<`: a box as far as the best may contain a point as far with a smaller index.
      if (toNode <= nearest) {
        if (node < innerNodes) {
          const left = 2 * node + 1;
          const toLeft = squaredToBox(box, left, x, y, z);
          const toRight = squaredToBox(box, left + 1, x, y, z);
          const leftFirst = toLeft <= toRight;
          waitingNode[waiting] = leftFirst ? left + 1 : left;
          waitingSquared[waiting++] = leftFirst ? toRight : toLeft;
          node = leftFirst ? left : left + 1;
          toNode = leftFirst ? toLeft : toRight;
          continue;
        }
        for (let slot = first[node], at = 3 * slot; slot < end[node]; slot++, at += 3) {
          const dx = xyz[at] - x;
          const dy = xyz[at + 1] - y;
          const dz = xyz[at + 2] - z;
          const squared = dx * dx + dy * dy + dz * dz;
          if (squared < nearest || (squared === nearest && (best < 0 || order[slot] < best))) {
            nearest = squared;
            best = order[slot];
          }
        }
      }
      if (waiting === 0) return best;
      node = waitingNode[--waiting];
      toNode = waitingSquared[waiting];
    }
  }

  kNearest(x: number, y: number, z: number, k: number, indices: Int32Array, squared: Float64Array): number {
    const { first, end, order, xyz, box, innerNodes } = this.arrays;
    const waitingNode = this.#waitingNode;
    const waitingSquared = this.#waitingSquared;
    let length = 0;
    let waiting = 0;
    let node = 0;
    let toNode = squaredToBox(box, 0, x, y, z);
    for (;;) {
      if (length < k || toNode <= squared[k - 1]) {
        if (node < innerNodes) {
          const left = 2 * node + 1;
          const toLeft = squaredToBox(box, left, x, y, z);
          const toRight = squaredToBox(box, left + 1, x, y, z);
          const leftFirst = toLeft <= toRight;
          waitingNode[waiting] = leftFirst ? left + 1 : left;
          waitingSquared[waiting++] = leftFirst ? toRight : toLeft;
          node = leftFirst ? left : left + 1;
          toNode = leftFirst ? toLeft : toRight;
          continue;
        }
        for (let slot = first[node], at = 3 * slot; slot < end[node]; slot++, at += 3) {
          const dx = xyz[at] - x;
          const dy = xyz[at + 1] - y;
          const dz = xyz[at + 2] - z;
          const distance = dx * dx + dy * dy + dz * dz;
          length = insertNeighbour(indices, squared, length, k, order[slot], distance);
        }
      }
      if (waiting === 0) return length;
      node = waitingNode[--waiting];
      toNode = waitingSquared[waiting];
    }
  }

  /**
   * Cell on a level that contains a point, by the splitting planes alone: no distance is computed and no other cell
   * is visited, so its points need not be the nearest.
   *
   * @param level 0 the root; any number beyond the last level means the leaves
   * @returns index of the node
   */
  cellOf(x: number, y: number, z: number, level: number): number {
    const { axis, split, innerNodes } = this.arrays;
    let node = 0;
    for (let depth = 0; depth < level && node < innerNodes; depth++) {
      const value = axis[node] === 0 ? x : axis[node] === 1 ? y : z;
      node = 2 * node + (value < split[node] ? 1 : 2);
    }
    return node;
  }
}

// Rounding is monotonic, and the terms are those of the distance to a point in the same order: the result
// never exceeds the computed distance to any point in the box, so that no point is lost to rounding.
function squaredToBox(box: Float64Array, node: number, x: number, y: number, z: number): number {
  const at = 6 * node;
  const dx = x < box[at] ? box[at] - x : x > box[at + 3] ? x - box[at + 3] : 0;
  const dy = y < box[at + 1] ? box[at + 1] - y : y > box[at + 4] ? y - box[at + 4] : 0;
  const dz = z < box[at + 2] ? box[at + 2] - z : z > box[at + 5] ? z - box[at + 5] : 0;
  return dx * dx + dy * dy + dz * dz;
}
