import { CellTable } from '../clouds/cell-table.ts';
import type { PointSet } from '../problem/method.ts';

const EDGE_ROUNDS = 6;

/** What a mean number of points is taken over. Most voxels of an outdoor scan lie at its sparse far end, few points. */
type MeanOver = 'voxels' | 'points';

/**
 * Edge of voxels that hold so many points of a cloud on the mean, m: those of a surface grow with its square. 1 for
 * points all in one place.
 *
 * @param over the mean: over the voxels, or over the points, each with the number in its own voxel
 */
export function suggestedEdge(points: PointSet, pointsPerVoxel: number, over: MeanOver): number {
  const { count, xyz } = points;
  let extent = 0;
  for (let at = 0; at < 3 * count; at++) extent = Math.max(extent, Math.abs(xyz[at]));
  let edge = (2 * extent) / Math.sqrt(Math.max(1, count / pointsPerVoxel));
  for (let round = 0; round < EDGE_ROUNDS && edge > 0; round++)
    edge *= Math.sqrt(pointsPerVoxel / meanCount(points, edge, over));
  return edge > 0 ? edge : 1;
}

function meanCount({ count, xyz }: PointSet, edge: number, over: MeanOver): number {
  const table = new CellTable();
  const counts = new Float64Array(count);
  for (let at = 0; at < 3 * count; at += 3) {
    const [i, j, k] = [at, at + 1, at + 2].map((a) => Math.floor(xyz[a] / edge));
    counts[table.add(i, j, k)]++;
  }
  return over === 'voxels' ? count / table.count : counts.reduce((sum, n) => sum + n * n, 0) / count;
}
