import type { KdTree } from './kd-tree.ts';

/** Neighbours of each point of a k-d tree, all by slot. */
export interface NeighbourLists {
  /** Neighbours of each point, itself left out. */
  readonly length: number;
  readonly slots: Int32Array;
  /**
   * Squared distance from the point up to which a place has its nearest point in the list or in the point itself: half of
   * the way to the last neighbour (triangle inequality), m^2.
   */
  readonly sure: Float64Array;
}

/** What a tracker knows of each point: threads may share it. */
export interface TrackerState {
  /** Points under the last pose, m. */
  readonly moved: Float64Array;
  /** Matched point of the target, -1 for none. */
  readonly element: Int32Array;
  /** Slot of a point of the target near the moved point, -1 for none. */
  readonly slot: Int32Array;
  /** Place of the last search in the tree, m. */
  readonly searchedAt: Float64Array;
  /** Least distance from there to every point of the target but that in `slot`, m; 0: not known. */
  readonly others: Float64Array;
}

/** Relative rounding of a distance, with room to spare. */
const ROUNDING = 1e-12;
/** Most neighbours to step over to: farther off the tree is faster. */
const MOST_STEPS = 3;
/** Multiple of the sure squared distance beyond which steps would not end at a sure match. */
const HOPELESS = 9;
/** Motion of a point between two poses up to which its search looks farther, in spacings of the target. */
const GUARDED_SPACINGS = 0.3;

export function trackerState(count: number): TrackerState {
  return {
    moved: new Float64Array(3 * count),
    element: new Int32Array(count).fill(-1),
    slot: new Int32Array(count).fill(-1),
    searchedAt: new Float64Array(3 * count),
    others: new Float64Array(count),
  };
}

/**
 * Nearest points of the target for points that move a little from pose to pose. What it finds is what a search of the
 * whole tree would; most points are done without one:
 *
 * - A point that has moved by less than half of what its match is nearer than all others keeps its match.
 * - A point nearer to its match than half of the way from there to the last of its neighbours has its nearest point
 *   among these.
 */
export class PointTracker {
  readonly tree: KdTree;
  readonly near: NeighbourLists | null;
  readonly maxDistance: number;
  /** Motion up to which a search looks farther, m. */
  readonly #mostGuard: number;

  /** @param near of the tree's points; null: not known */
  constructor(tree: KdTree, maxDistance: number, near: NeighbourLists | null) {
    this.tree = tree;
    this.near = near;
    this.maxDistance = maxDistance;
    this.#mostGuard = GUARDED_SPACINGS * tree.spacing();
  }

  /**
   * Moves points and matches them.
   *
   * @param pose R, row by row, then t
   * @param order indices of points; those at `from` .. `end` - 1 of it are matched
   * @param isFirst true for the first pose of the state
   */
  track(
    state: TrackerState,
    source: Float64Array,
    pose: Float64Array,
    order: Uint32Array,
    from: number,
    end: number,
    isFirst: boolean,
  ): void {
    const { moved, element, slot: slots, searchedAt, others } = state;
    const tree = this.tree;
    const { xyz, order: indexOf } = tree.arrays;
    const maxDistance = this.maxDistance;
    const maxSquared = maxDistance * maxDistance;
    const mostGuard = this.#mostGuard;
    const [r0, r1, r2, r3, r4, r5, r6, r7, r8, t0, t1, t2] = pose;
    for (let k = from; k < end; k++) {
      const i = order[k];
      const at = 3 * i;
      const px = source[at];
      const py = source[at + 1];
      const pz = source[at + 2];
      const x = r0 * px + r1 * py + r2 * pz + t0;
      const y = r3 * px + r4 * py + r5 * pz + t1;
      const z = r6 * px + r7 * py + r8 * pz + t2;
      const mx = x - moved[at];
      const my = y - moved[at + 1];
      const mz = z - moved[at + 2];
      moved[at] = x;
      moved[at + 1] = y;
      moved[at + 2] = z;
      let slot = isFirst ? -1 : slots[i];
      let squared = maxSquared;
      if (slot >= 0) squared = squaredBetween(xyz, slot, x, y, z);
      if (!isFirst && others[i] > 0) {
        const dx = x - searchedAt[at];
        const dy = y - searchedAt[at + 1];
        const dz = z - searchedAt[at + 2];
        const off = Math.sqrt(dx * dx + dy * dy + dz * dz);
        const own = slot >= 0 ? Math.sqrt(squared) : maxDistance;
        if ((own + off) * (1 + ROUNDING) < others[i]) {
          element[i] = slot >= 0 && squared <= maxSquared ? indexOf[slot] : -1;
          continue;
        }
      }
      if (slot >= 0 && this.near !== null && squared < HOPELESS * this.near.sure[slot]) {
        const result = this.#step(this.near, slot, x, y, z);
        if (result !== slot) others[i] = 0;
        slot = result < 0 ? -1 - result : result;
        squared = squaredBetween(xyz, slot, x, y, z);
        if (result >= 0) {
          slots[i] = slot;
          element[i] = squared <= maxSquared ? indexOf[slot] : -1;
          continue;
        }
      }
      const motion = Math.sqrt(mx * mx + my * my + mz * mz);
      const guard = !isFirst && motion < mostGuard ? motion : 0;
      const nearest = tree.nearestSlot(x, y, z, squared < maxSquared ? squared : maxSquared, guard);
      slots[i] = nearest;
      element[i] = nearest < 0 ? -1 : indexOf[nearest];
      searchedAt[at] = x;
      searchedAt[at + 1] = y;
      searchedAt[at + 2] = z;
      others[i] = Math.sqrt(tree.beyond[0]);
    }
  }

  /**
   * Steps from a point to the neighbour that is nearest to a place, and on.
   *
   * @returns the nearest of all points; -1 - slot where it may be another than this one
   */
  #step({ length, slots, sure }: NeighbourLists, start: number, x: number, y: number, z: number): number {
    const { xyz, order } = this.tree.arrays;
    let best = start;
    let nearest = squaredBetween(xyz, best, x, y, z);
    for (let steps = 0; steps <= MOST_STEPS; steps++) {
      const from = best;
      for (let k = length * from, end = k + length; k < end; k++) {
        const other = slots[k];
        const dx = xyz[3 * other] - x;
        const dy = xyz[3 * other + 1] - y;
        const dz = xyz[3 * other + 2] - z;
        const squared = dx * dx + dy * dy + dz * dz;
        if (squared < nearest || (squared === nearest && order[other] < order[best])) {
          nearest = squared;
          best = other;
        }
      }
      if (best === from) return nearest < sure[best] ? best : -1 - best;
    }
    return -1 - best;
  }
}

function squaredBetween(xyz: Float64Array, slot: number, x: number, y: number, z: number): number {
  const dx = xyz[3 * slot] - x;
  const dy = xyz[3 * slot + 1] - y;
  const dz = xyz[3 * slot + 2] - z;
  return dx * dx + dy * dy + dz * dz;
}
