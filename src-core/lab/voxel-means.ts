import type { PointSet } from './method.ts';

/**
 * Voxel-filters a cloud: returns the mean of the points in each voxel, in the order of the voxels. Weights move the
 * means, and their own mean is the weight of the voxel, so that equal weights change nothing.
 *
 * @param points with weights above 0, if any
 * @param edge of a voxel, m; 0 returns the cloud unchanged
 */
export function voxelMeans(points: PointSet, edge: number): PointSet {
  if (edge === 0) return points;
  const { count, xyz, weights, reflectivity } = points;
  const cube = Float64Array.from({ length: 3 * count }, (_, at) => Math.floor(xyz[at] / edge));
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) =>
      cube[3 * a] - cube[3 * b] ||
      cube[3 * a + 1] - cube[3 * b + 1] ||
      cube[3 * a + 2] - cube[3 * b + 2] ||
      a - b,
  );
  const means: number[] = [];
  const meanWeights: number[] = [];
  const meanReflectivity: number[] = [];
  for (let from = 0; from < count; ) {
    const first = 3 * order[from];
    const sum = [0, 0, 0];
    let to = from;
    let total = 0;
    let brightness = 0;
    for (; to < count && sameCube(cube, first, 3 * order[to]); to++) {
      const weight = weights?.[order[to]] ?? 1;
      total += weight;
      brightness += weight * (reflectivity?.[order[to]] ?? 0);
      // Relative to the first point: large coordinates would lose the digits that averaging gains.
      for (let k = 0; k < 3; k++) sum[k] += weight * (xyz[3 * order[to] + k] - xyz[first + k]);
    }
    for (let k = 0; k < 3; k++) means.push(xyz[first + k] + sum[k] / total);
    meanWeights.push(total / (to - from));
    meanReflectivity.push(brightness / total);
    from = to;
  }
  return {
    count: meanWeights.length,
    xyz: Float64Array.from(means),
    ...(weights && { weights: Float64Array.from(meanWeights) }),
    ...(reflectivity && { reflectivity: Float64Array.from(meanReflectivity) }),
  };
}

function sameCube(cube: Float64Array, a: number, b: number): boolean {
  return cube[a] === cube[b] && cube[a + 1] === cube[b + 1] && cube[a + 2] === cube[b + 2];
}
