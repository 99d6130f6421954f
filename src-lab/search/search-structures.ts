import type { SearchId } from '../../src-core/model/registration-ids.ts';
import type { PointSet } from '../problem/method.ts';
import { BruteForce } from './brute-force.ts';
import { KdTree } from './kd-tree.ts';
import { buildKdTree, type KdTreeArrays } from './kd-tree-build.ts';
import type { BuildSearch, NearestSearch } from './nearest-search.ts';
import { PointBins } from './point-bins.ts';
import { fillPointBins, type PointBinsArrays } from './point-bins-build.ts';

/** Maximum points of a leaf where clouds are matched: measured with `npm run bench -- register`. */
const LEAF_POINTS = 16;

/** Builder of each search structure. */
export const SEARCH_STRUCTURES: Readonly<Record<SearchId, BuildSearch>> = {
  'brute-force': (points) => new BruteForce(points),
  'kd-tree': (points) => new KdTree(points, LEAF_POINTS),
  'voxel-bins': (points) => new PointBins(points),
};

/** Flat arrays of a search structure: threads may search them at once, if their memory is shared. */
export type SearchArrays =
  | { readonly search: 'brute-force'; readonly arrays: null }
  | { readonly search: 'kd-tree'; readonly arrays: KdTreeArrays }
  | { readonly search: 'voxel-bins'; readonly arrays: PointBinsArrays };

/** Builds the arrays of a search structure over points. */
export function searchArrays(search: SearchId, points: PointSet): SearchArrays {
  if (search === 'kd-tree') return { search, arrays: buildKdTree(points, LEAF_POINTS) };
  if (search === 'voxel-bins') return { search, arrays: fillPointBins(points) };
  return { search, arrays: null };
}

/** Search over points by arrays that are built already; all that it writes is its own. */
export function searchOver(points: PointSet, { search, arrays }: SearchArrays): NearestSearch {
  if (search === 'kd-tree') return new KdTree(points, undefined, arrays);
  if (search === 'voxel-bins') return new PointBins(points, arrays);
  return new BruteForce(points);
}
