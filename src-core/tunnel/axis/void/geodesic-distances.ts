import { NEIGHBOURS, type VoidVoxels } from './void-voxels.ts';

/** Distances over occupied voxels from some of them. */
interface GeodesicDistances {
  /** By voxel, m; -1: not reached. */
  readonly distance: Float64Array;
  /** By voxel: the one before it on the shortest way; -1: it is one of those. */
  readonly before: Int32Array;
}

/**
 * Shortest distances from some voxels over their occupied neighbours (Dijkstra 1959), each step as long as the line between the
 * middles of the two: at most 8 % longer than the straight way.
 */
export function geodesicDistances(voxels: VoidVoxels, from: readonly number[]): GeodesicDistances {
  const distance = new Float64Array(voxels.count).fill(-1);
  const before = new Int32Array(voxels.count).fill(-1);
  const done = new Uint8Array(voxels.count);
  // A step is at most sqrt(3) edges, so that buckets of one edge, taken in turn, are a queue in order.
  const buckets: number[][] = [[...from]];
  for (const voxel of from) distance[voxel] = 0;
  for (let b = 0; b < buckets.length; b++) {
    const bucket = buckets[b];
    for (let at = 0; at < bucket.length; at++) {
      const voxel = bucket[at];
      if (done[voxel] === 1 || Math.floor(distance[voxel] / voxels.edge) !== b) continue;
      done[voxel] = 1;
      for (let d = 0; d < NEIGHBOURS.length; d++) {
        const next = voxels.neighbour(voxel, d);
        if (next === undefined || done[next] === 1) continue;
        const here = distance[voxel] + NEIGHBOURS[d].edges * voxels.edge;
        if (distance[next] >= 0 && distance[next] <= here) continue;
        distance[next] = here;
        before[next] = voxel;
        const into = Math.floor(here / voxels.edge);
        while (buckets.length <= into) buckets.push([]);
        buckets[into].push(next);
      }
    }
    buckets[b] = [];
  }
  return { distance, before };
}
