import type { PointSet } from '../problem/method.ts';
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
  /**
   * Lower bound of the squared distance from the place of the last `nearestSlot` to every point but the one that it
   * returned, m^2.
   */
  readonly beyond = new Float64Array(1);
  /** Of each inner node, along its axis: the greatest coordinate on the left and the least on the right, m. */
  readonly #walls: Float64Array;
  /** Nodes that a search has left for later: one a level. */
  readonly #waiting: Int32Array;

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
    this.#waiting = new Int32Array(this.arrays.levels);
    this.#walls = wallsOf(arrays);
  }

  nearest(x: number, y: number, z: number, maxSquared: number): number {
    const slot = this.nearestSlot(x, y, z, maxSquared, 0);
    return slot < 0 ? -1 : this.arrays.order[slot];
  }

  /**
   * Slot of the nearest point, or -1 if none is within the limit. Sets `beyond`.
   *
   * @param maxSquared largest accepted squared distance, m^2
   * @param guard how much farther than the nearest it looks, m, so that `beyond` says more; 0: no farther
   */
  nearestSlot(x: number, y: number, z: number, maxSquared: number, guard: number): number {
    const { first, end, order, xyz, box, axis, innerNodes } = this.arrays;
    const walls = this.#walls;
    const waitingNode = this.#waiting;
    let best = -1;
    let nearest = maxSquared;
    let others = Number.POSITIVE_INFINITY;
    let reach = reachOf(maxSquared, guard);
    let waiting = 0;
    let node = 0;
    for (;;) {
      while (node < innerNodes) {
        const along = axis[node];
        const value = along === 0 ? x : along === 1 ? y : z;
        const toLeft = value - walls[2 * node];
        const toRight = walls[2 * node + 1] - value;
        const left = 2 * node + 1;
        // Not `<`: a node as far as the best may contain a point as far with a smaller index. Rounding is monotonic:
        // no point behind a wall has a smaller computed distance than the wall.
        if (toLeft <= toRight) {
          if (toRight <= 0 || toRight * toRight <= reach) waitingNode[waiting++] = left + 1;
          node = left;
        } else {
          if (toLeft <= 0 || toLeft * toLeft <= reach) waitingNode[waiting++] = left;
          node = left + 1;
        }
      }
      for (let slot = first[node], at = 3 * slot; slot < end[node]; slot++, at += 3) {
        const dx = xyz[at] - x;
        const dy = xyz[at + 1] - y;
        const dz = xyz[at + 2] - z;
        const squared = dx * dx + dy * dy + dz * dz;
        if (squared > reach) continue;
        if (squared < nearest || (squared === nearest && (best < 0 || order[slot] < order[best]))) {
          if (best >= 0) others = nearest;
          nearest = squared;
          best = slot;
          reach = reachOf(squared, guard);
        } else if (squared < others) others = squared;
      }
      do {
        if (waiting === 0) {
          this.beyond[0] = others < reach ? others : reach;
          return best;
        }
        node = waitingNode[--waiting];
      } while (squaredToBox(box, node, x, y, z) > reach);
    }
  }

  kNearest(x: number, y: number, z: number, k: number, indices: Int32Array, squared: Float64Array): number {
    const { first, end, order, xyz, box, axis, innerNodes } = this.arrays;
    const walls = this.#walls;
    const waitingNode = this.#waiting;
    let farthest = Number.POSITIVE_INFINITY;
    let length = 0;
    let waiting = 0;
    let node = 0;
    for (;;) {
      while (node < innerNodes) {
        const along = axis[node];
        const value = along === 0 ? x : along === 1 ? y : z;
        const toLeft = value - walls[2 * node];
        const toRight = walls[2 * node + 1] - value;
        const left = 2 * node + 1;
        if (toLeft <= toRight) {
          if (toRight <= 0 || toRight * toRight <= farthest) waitingNode[waiting++] = left + 1;
          node = left;
        } else {
          if (toLeft <= 0 || toLeft * toLeft <= farthest) waitingNode[waiting++] = left;
          node = left + 1;
        }
      }
      for (let slot = first[node], at = 3 * slot; slot < end[node]; slot++, at += 3) {
        const dx = xyz[at] - x;
        const dy = xyz[at + 1] - y;
        const dz = xyz[at + 2] - z;
        const distance = dx * dx + dy * dy + dz * dz;
        if (distance > farthest) continue;
        length = insertNeighbour(indices, squared, length, k, order[slot], distance);
        if (length === k) farthest = squared[k - 1];
      }
      do {
        if (waiting === 0) return length;
        node = waitingNode[--waiting];
      } while (squaredToBox(box, node, x, y, z) > farthest);
    }
  }

  /** Distance between neighbouring points of a surface, about: from the boxes of the leaves, m. */
  spacing(): number {
    const { innerNodes, first, end, box } = this.arrays;
    let sum = 0;
    for (let node = innerNodes; node < first.length; node++) {
      const points = end[node] - first[node];
      if (points === 0) continue;
      const at = 6 * node;
      const [x, y, z] = [box[at + 3] - box[at], box[at + 4] - box[at + 1], box[at + 5] - box[at + 2]];
      sum += Math.sqrt((x * x + y * y + z * z) / points);
    }
    return sum / (innerNodes + 1);
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

function wallsOf({ innerNodes, axis, box }: KdTreeArrays): Float64Array {
  const walls = new Float64Array(2 * innerNodes);
  for (let node = 0; node < innerNodes; node++) {
    const left = 6 * (2 * node + 1);
    walls[2 * node] = box[left + 3 + axis[node]];
    walls[2 * node + 1] = box[left + 6 + axis[node]];
  }
  return walls;
}

/** Squared distance up to which points matter, never less than that of the nearest. */
function reachOf(squared: number, guard: number): number {
  if (guard === 0) return squared;
  const reach = Math.sqrt(squared) + guard;
  return Math.max(squared, reach * reach);
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
