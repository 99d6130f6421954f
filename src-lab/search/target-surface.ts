import type { Crew } from '../problem/crew.ts';
import type { PointSet } from '../problem/method.ts';
import { crewWork, partsOf, type SurfaceShare } from './crew-work.ts';
import { KdTree } from './kd-tree.ts';
import type { NearestSearch } from './nearest-search.ts';
import { emptyLists, principalNormals, slotsOf } from './normals.ts';
import type { NeighbourLists } from './point-tracker.ts';

/** Normals of a target, with what its tree found on the way. */
interface TargetSurface {
  /** See `principalNormals`. */
  readonly normals: Float64Array;
  /** null: not by a k-d tree. */
  readonly near: NeighbourLists | null;
}

/**
 * Normals of a target as of `principalNormals`, and where they are by a k-d tree the neighbours of each point.
 *
 * @param crew that helps; left out: this thread alone
 */
export function targetSurface(
  target: PointSet,
  search: NearestSearch,
  neighbours: number,
  crew?: Crew,
): TargetSurface {
  if (!(search instanceof KdTree))
    return { normals: principalNormals(target, search, neighbours), near: null };
  const lists = emptyLists(target.count, neighbours);
  const slots = slotsOf(search.arrays);
  const helps = crew !== undefined && target.count >= crew.leastPoints;
  const surface = { normals: new Float64Array(3 * target.count), slots };
  const share: SurfaceShare = {
    kind: 'surface',
    points: helps ? crew.share(target) : target,
    tree: helps ? crew.share(search.arrays) : search.arrays,
    neighbours,
    ...(helps ? crew.share(surface) : surface),
    near: helps ? crew.share(lists) : lists,
  };
  if (helps) crew.take(share)();
  else {
    const work = crewWork(share);
    for (let part = 0; part < partsOf(share); part++) work(part);
  }
  return { normals: share.normals, near: share.near };
}
