import { CellTable } from '../global/cell-table.ts';
import type { PointSet } from '../method.ts';

const EDGE_ROUNDS = 6;

/**
 * Edge of voxels that hold so many points of a cloud on the mean, m, as those of a surface do: their number falls with
 * its square. 1 for points all in one place.
 */
export function suggestedEdge({ count, xyz }: PointSet, pointsPerVoxel: number): number {
  let extent = 0;
  for (let at = 0; at < 3 * count; at++) extent = Math.max(extent, Math.abs(xyz[at]));
  let edge = (2 * extent) / Math.sqrt(Math.max(1, count / pointsPerVoxel));
  for (let round = 0; round < EDGE_ROUNDS && edge > 0; round++) {
    const table = new CellTable();
    for (let at = 0; at < 3 * count; at += 3)
      table.add(Math.floor(xyz[at] / edge), Math.floor(xyz[at + 1] / edge), Math.floor(xyz[at + 2] / edge));
    edge *= Math.sqrt((pointsPerVoxel * table.count) / count);
  }
  return edge > 0 ? edge : 1;
}
