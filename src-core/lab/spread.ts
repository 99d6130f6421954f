import type { PointSet } from './method.ts';

/** Root mean square distance of points from their mean, m, wherever that is. */
export function spreadOf({ count, xyz }: PointSet): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    // Relative to the first point: large coordinates would lose the digits of the spread.
    let [mean, squares] = [0, 0];
    for (let at = axis; at < 3 * count; at += 3) {
      const along = xyz[at] - xyz[axis];
      mean += along / count;
      squares += (along * along) / count;
    }
    sum += Math.max(0, squares - mean * mean);
  }
  return Math.sqrt(sum);
}
