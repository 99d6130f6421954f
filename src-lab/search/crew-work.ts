import type { PointSet } from '../problem/method.ts';
import { KdTree } from './kd-tree.ts';
import type { KdTreeArrays } from './kd-tree-build.ts';
import { surfaceSetter } from './normals.ts';
import { type NeighbourLists, PointTracker, type TrackerState } from './point-tracker.ts';

/** Normals and neighbours of the points of a tree. */
export interface SurfaceShare {
  readonly kind: 'surface';
  readonly points: PointSet;
  readonly tree: KdTreeArrays;
  /** Slots of the points by index. */
  readonly slots: Uint32Array;
  readonly neighbours: number;
  readonly normals: Float64Array;
  readonly near: NeighbourLists;
}

/** Matching of the points of a source. */
export interface TrackShare {
  readonly kind: 'track';
  readonly source: PointSet;
  readonly target: PointSet;
  readonly tree: KdTreeArrays;
  readonly near: NeighbourLists | null;
  readonly maxDistance: number;
  readonly order: Uint32Array;
  readonly state: TrackerState;
  /** R, row by row, t, and 1 for the first pose. */
  readonly pose: Float64Array;
}

/** Work on many points that can be done in parts; each part has the same result whoever does it. */
export type CrewShare = SurfaceShare | TrackShare;

/** Points of a part. */
const PART = 512;

/** Parts of some work. */
export function partsOf(share: CrewShare): number {
  return Math.ceil((share.kind === 'surface' ? share.points : share.source).count / PART);
}

/** Returns a function that does a part of some work. */
export function crewWork(share: CrewShare): (part: number) => void {
  if (share.kind === 'surface') {
    const { points, tree, slots, neighbours, normals, near } = share;
    const search = new KdTree(points, undefined, tree);
    const setSurface = surfaceSetter(points, search, slots, neighbours, normals, near);
    return (part) => {
      const end = Math.min(points.count, (part + 1) * PART);
      for (let slot = part * PART; slot < end; slot++) setSurface(slot);
    };
  }
  const { source, target, tree, near, maxDistance, order, state, pose } = share;
  const tracker = new PointTracker(new KdTree(target, undefined, tree), maxDistance, near);
  return (part) => {
    const end = Math.min(source.count, (part + 1) * PART);
    tracker.track(state, source.xyz, pose, order, part * PART, end, pose[12] === 1);
  };
}
