import type { SearchId } from '../model/registration-ids.ts';
import { BruteForce } from './search/brute-force.ts';
import { KdTree } from './search/kd-tree.ts';
import type { BuildSearch } from './search/nearest-search.ts';
import { PointBins } from './search/point-bins.ts';

/** Builder of each search structure. */
export const SEARCH_STRUCTURES: Readonly<Record<SearchId, BuildSearch>> = {
  'brute-force': (points) => new BruteForce(points),
  'kd-tree': (points) => new KdTree(points),
  'voxel-bins': (points) => new PointBins(points),
};
