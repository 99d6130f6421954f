import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { CellTable } from '../clouds/cell-table.ts';
import type { PointSet } from '../problem/method.ts';

/** Fewest points of a voxel with a distribution (Magnusson 2009, 6.2). */
export const LEAST_POINTS_OF_VOXEL = 5;
/** An eigenvalue of a covariance is at least this share of the largest (Magnusson 2009, 6.2). */
const LEAST_EIGENVALUE = 0.01;
/** Standard deviation, in edges, below which the points of a voxel are one point repeated. */
const ONE_PLACE = 1e-6;

/** Normal distributions of the points in voxels, each with mean and covariance. */
export interface VoxelDistributions {
  /** Number of a voxel's distribution, -1 if it has none. */
  find(i: number, j: number, k: number): number;
  readonly count: number;
  /** Means, 3 numbers each, m. */
  readonly means: Float64Array;
  /** Inverse covariances, xx xy xz yy yz zz each, 1/m^2. */
  readonly inverses: Float64Array;
  /** Smallest eigenvalue of each covariance, m^2: the variance across the surface. */
  readonly thickness: Float64Array;
}

/** Distributions of a cloud (Magnusson 2009, eq. 6.2, 6.3). @param edge of the voxels, m */
export function voxelDistributions({ count, xyz }: PointSet, edge: number): VoxelDistributions {
  const table = new CellTable();
  const voxelOf = Int32Array.from({ length: count }, (_, i) =>
    table.add(...([0, 1, 2].map((a) => Math.floor(xyz[3 * i + a] / edge)) as [number, number, number])),
  );
  const points = new Float64Array(table.count);
  const means = new Float64Array(3 * table.count);
  const scatter = new Float64Array(9 * table.count);
  voxelOf.forEach((voxel, i) => {
    points[voxel]++;
    for (let a = 0; a < 3; a++)
      means[3 * voxel + a] += (xyz[3 * i + a] - means[3 * voxel + a]) / points[voxel];
  });
  voxelOf.forEach((voxel, i) => {
    const d = [0, 1, 2].map((a) => xyz[3 * i + a] - means[3 * voxel + a]);
    for (let k = 0; k < 9; k++) scatter[9 * voxel + k] += d[Math.floor(k / 3)] * d[k % 3];
  });
  const inverses = new Float64Array(6 * table.count);
  const thickness = new Float64Array(table.count);
  let distributions = 0;
  for (let voxel = 0; voxel < table.count; voxel++) {
    if (points[voxel] < LEAST_POINTS_OF_VOXEL) continue;
    const covariance = scatter.subarray(9 * voxel, 9 * voxel + 9).map((value) => value / (points[voxel] - 1));
    thickness[voxel] = invertFloored(covariance, edge, inverses.subarray(6 * voxel, 6 * voxel + 6));
    if (thickness[voxel] > 0) distributions++;
  }
  return {
    find(i, j, k) {
      const voxel = table.find(i, j, k);
      return voxel >= 0 && thickness[voxel] > 0 ? voxel : -1;
    },
    count: distributions,
    means,
    inverses,
    thickness,
  };
}

/**
 * Inverse of a covariance with its eigenvalues raised to a share of the largest, so that a plane is no singular one.
 *
 * @param out receives it
 * @returns the smallest raised eigenvalue, m^2; 0 without an inverse if all points are in one place
 */
function invertFloored(covariance: Float64Array, edge: number, out: Float64Array): number {
  const { values, vectors } = symmetricEigen(covariance, 3);
  if (!(values[2] > (ONE_PLACE * edge) ** 2)) return 0;
  const raised = values.map((value) => Math.max(value, LEAST_EIGENVALUE * values[2]));
  vectors.forEach(([x, y, z], k) => {
    [x * x, x * y, x * z, y * y, y * z, z * z].forEach((product, at) => {
      out[at] += product / raised[k];
    });
  });
  return raised[0];
}
