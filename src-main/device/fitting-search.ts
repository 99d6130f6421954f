import type { MethodId, SearchId } from '../../src-core/model/registration-ids.ts';

/**
 * The search structure where the person names none: a k-d tree, and on the GPU bins, which the device builds by itself.
 * Cells of a tree are what `icp-approx` and a cell level match to, on either engine.
 *
 * @param search what the person asked for, or null
 */
export function fittingSearch(
  engine: 'cpu' | 'gpu',
  search: SearchId | null,
  { method, cellLevel = null }: { readonly method: MethodId; readonly cellLevel?: number | null },
): SearchId {
  if (search !== null) return search;
  return engine === 'gpu' && method !== 'icp-approx' && cellLevel === null ? 'voxel-bins' : 'kd-tree';
}
