import { CellTable } from '../clouds/cell-table.ts';
import type { MethodResult, PointSet, RegistrationProblem } from '../problem/method.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { KdTree } from '../search/kd-tree.ts';
import type { Template } from '../search/template.ts';
import { iterate } from './iterate.ts';
import { Matches } from './matches.ts';
import { distributionMatrix, planeCovariances } from './plane-covariances.ts';
import { suggestedEdge } from './voxel-edge.ts';
import { WeightedMinimiser } from './weighted-minimiser.ts';

/**
 * Points in the voxel of a point, if the user gives no edge: the multi-point average is what VGICP is about. Of 5, 10,
 * 15, 20 and 30 the one with the widest basins (`npm run bench -- basin --only vgicp`).
 */
export const VGICP_POINTS_PER_VOXEL = 15;

/**
 * Voxelised GICP (Koide, Yokozuka, Oishi and Banno 2021): the target's points and covariances are averaged in voxels,
 * and a moved point is compared with the voxel that it is in (eq. 8 and 9), so that no nearest point is searched.
 */
export function vgicp(problem: RegistrationProblem): MethodResult {
  const { source, target, options } = problem;
  const { neighbours, thickness, voxel } = options.gicp;
  const watch = stopwatch();
  const [ofSource, ofTarget] = [new KdTree(source), new KdTree(target)];
  const edge = voxel ?? suggestedEdge(target, VGICP_POINTS_PER_VOXEL, 'points');
  let structure = watch.lap();
  const C_source = planeCovariances(source, ofSource, neighbours, thickness);
  const C_target = planeCovariances(target, ofTarget, neighbours, thickness);
  const normals = watch.lap();
  const map = averaged(target, C_target, edge);
  structure += watch.lap();
  const matches = new Matches(source, voxelTemplate(map, edge, options.maxDistance));
  const matrix = distributionMatrix(C_source, map.covariances, thickness);
  const result = iterate(new WeightedMinimiser(matches, matrix, options.robust, map.counts), problem);
  return { ...result, milliseconds: { structure, normals, iterations: watch.lap() } };
}

interface VoxelMap {
  readonly table: CellTable;
  /** Mean place, m, mean covariance and number of points of each voxel. */
  readonly xyz: Float64Array;
  readonly covariances: Float64Array;
  readonly counts: Float64Array;
}

function averaged({ count, xyz }: PointSet, covariances: Float64Array, edge: number): VoxelMap {
  const table = new CellTable(count);
  const places = new Float64Array(3 * count);
  const mean = new Float64Array(6 * count);
  const counts = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]];
    const cell = table.add(Math.floor(x / edge), Math.floor(y / edge), Math.floor(z / edge));
    // Running means.
    const part = 1 / ++counts[cell];
    for (let a = 0; a < 3; a++) places[3 * cell + a] += part * (xyz[3 * i + a] - places[3 * cell + a]);
    for (let a = 0; a < 6; a++) mean[6 * cell + a] += part * (covariances[6 * i + a] - mean[6 * cell + a]);
  }
  return {
    table,
    xyz: places.subarray(0, 3 * table.count),
    covariances: mean.subarray(0, 6 * table.count),
    counts: counts.subarray(0, table.count),
  };
}

function voxelTemplate({ table, xyz }: VoxelMap, edge: number, maxDistance: number): Template {
  const maxSquared = maxDistance * maxDistance;
  return {
    xyz,
    find(x, y, z) {
      const cell = table.find(Math.floor(x / edge), Math.floor(y / edge), Math.floor(z / edge));
      if (cell < 0) return -1;
      const dx = xyz[3 * cell] - x;
      const dy = xyz[3 * cell + 1] - y;
      const dz = xyz[3 * cell + 2] - z;
      return dx * dx + dy * dy + dz * dz <= maxSquared ? cell : -1;
    },
  };
}
