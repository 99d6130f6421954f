import type { PointSet, RegistrationOptions } from '../problem/method.ts';
import { KdTree } from './kd-tree.ts';
import type { NearestSearch } from './nearest-search.ts';
import { type NeighbourLists, PointTracker } from './point-tracker.ts';
import { SEARCH_STRUCTURES } from './search-structures.ts';
import { cellMeans, cellRepresentatives } from './tree-cells.ts';

/**
 * Maximum points of a leaf if cells replace points: one, so that the finest level differs only by the missing
 * backtracking. Measured on an outdoor pair: leaves of four (as the paper's 17 levels over 5 x 10^5 points) double
 * the error.
 */
export const CELL_POINTS = 1;

/** Elements that source points are matched to: the points of the target, or the cells of a k-d tree over them. */
export interface Template {
  /** Representative points s* of the surface, by element, 3 numbers each, m. */
  readonly xyz: Float64Array;
  /**
   * Returns the element for a point, or -1 if none is near enough.
   *
   * @param hint probable element, or -1: saves time and does not change the result
   */
  find(x: number, y: number, z: number, hint: number): number;
  /** Finds the same for points that move from pose to pose, faster; left out: there is no such way. */
  readonly tracker?: PointTracker;
}

/**
 * Template of the points themselves, each query matched to the nearest.
 *
 * @param near neighbours of the points, where they are known
 */
export function pointTemplate(
  points: PointSet,
  search: NearestSearch,
  maxDistance: number,
  near: NeighbourLists | null = null,
): Template {
  const { xyz } = points;
  const maxSquared = maxDistance * maxDistance;
  return {
    xyz,
    ...(search instanceof KdTree && { tracker: new PointTracker(search, maxDistance, near) }),
    find(x, y, z, hint) {
      if (hint < 0) return search.nearest(x, y, z, maxSquared);
      const dx = xyz[3 * hint] - x;
      const dy = xyz[3 * hint + 1] - y;
      const dz = xyz[3 * hint + 2] - z;
      return search.nearest(x, y, z, Math.min(maxSquared, dx * dx + dy * dy + dz * dz));
    },
  };
}

/** k-d tree with a representative point per cell; the elements are the nodes on all levels. */
export interface Cells {
  readonly tree: KdTree;
  /** 3 numbers per node, m. */
  readonly xyz: Float64Array;
}

/** Cells of a target, each represented by the mean of its points. */
export function meanCells(target: PointSet): Cells {
  const tree = new KdTree(target, CELL_POINTS);
  return { tree, xyz: cellMeans(tree.arrays) };
}

/**
 * Template of the cells on one level. With the search `kd-tree` a point is assigned to the cell that contains it,
 * without backtracking (Zabatani and Bronstein, 4.1 and 4.2); the other structures find the nearest cell.
 */
export function cellTemplate({ tree, xyz }: Cells, options: RegistrationOptions): Template {
  const level = Math.min(options.cellLevel ?? Number.POSITIVE_INFINITY, tree.arrays.levels);
  const first = 2 ** level - 1;
  if (options.search !== 'kd-tree') {
    const onLevel = { count: first + 1, xyz: xyz.subarray(3 * first, 3 * (2 * first + 1)) };
    const template = pointTemplate(onLevel, SEARCH_STRUCTURES[options.search](onLevel), options.maxDistance);
    return {
      xyz,
      find(x, y, z, hint) {
        const cell = template.find(x, y, z, hint < 0 ? hint : hint - first);
        return cell < 0 ? cell : cell + first;
      },
    };
  }
  const maxSquared = options.maxDistance * options.maxDistance;
  return {
    xyz,
    find(x, y, z) {
      const cell = tree.cellOf(x, y, z, level);
      const dx = xyz[3 * cell] - x;
      const dy = xyz[3 * cell + 1] - y;
      const dz = xyz[3 * cell + 2] - z;
      return dx * dx + dy * dy + dz * dz <= maxSquared ? cell : -1;
    },
  };
}

/** Cells of a target, each represented by its point nearest to the mean of its points. */
export function representativeCells(target: PointSet): Cells & { readonly representative: Int32Array } {
  const { tree, xyz: means } = meanCells(target);
  const representative = cellRepresentatives(tree.arrays, means);
  const xyz = new Float64Array(means.length);
  representative.forEach((point, node) => {
    xyz.set(target.xyz.subarray(3 * point, 3 * point + 3), 3 * node);
  });
  return { tree, xyz, representative };
}
