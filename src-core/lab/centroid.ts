import type { PointSet } from './method.ts';

/** Mean of the points, m: the local origin of a cloud. */
export function centroidOf({ count, xyz }: PointSet): Float64Array {
  const mean = new Float64Array(3);
  // Relative to the first point: sums of large coordinates would lose the digits that centring is meant to
  // preserve.
  for (let at = 0; at < 3 * count; at++) mean[at % 3] += xyz[at] - xyz[at % 3];
  return mean.map((sum, axis) => xyz[axis] + sum / count);
}
