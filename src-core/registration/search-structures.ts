import type { SearchId } from '../model/registration-ids.ts';
import { BruteForce } from './brute-force.ts';
import { KdTree } from './kd-tree.ts';
import type { BuildSearch } from './nearest-search.ts';
import { PointBins } from './point-bins.ts';

/** How to build each search structure. */
export const SEARCH_STRUCTURES: Readonly<Record<SearchId, BuildSearch>> = {
  'brute-force': (points) => new BruteForce(points),
  'kd-tree': (points) => new KdTree(points),
  'voxel-bins': (points) => new PointBins(points),
};
