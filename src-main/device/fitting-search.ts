import type { MethodId, SearchId } from '../../src-core/model/registration-ids.ts';

/**
 * Default nearest-neighbour search: a k-d tree, or on the GPU voxel bins, which the device builds itself.
 * `icp-approx` and a cell level match to the cells of a tree, on either engine.
 *
 * @param search the search that the user requested, or null
 */
export function fittingSearch(
  engine: 'cpu' | 'gpu',
  search: SearchId | null,
  { method, cellLevel = null }: { readonly method: MethodId; readonly cellLevel?: number | null },
): SearchId {
  if (search !== null) return search;
  return engine === 'gpu' && method !== 'icp-approx' && cellLevel === null ? 'voxel-bins' : 'kd-tree';
}
