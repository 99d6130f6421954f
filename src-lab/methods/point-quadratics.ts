import type { PointSet } from '../problem/method.ts';
import { QUADRATIC_STRIDE, type SurfaceDistance } from '../problem/surface-distance.ts';

/** Evaluates the quadratic of every point, stored one after another. */
export function quadraticsOf(
  points: PointSet,
  normals: Float64Array,
  distance: SurfaceDistance,
): Float64Array {
  const quadratics = new Float64Array(QUADRATIC_STRIDE * points.count);
  for (let i = 0; i < points.count; i++) {
    distance(
      {
        index: i,
        position: points.xyz.subarray(3 * i, 3 * i + 3),
        normal: normals.subarray(3 * i, 3 * i + 3),
      },
      quadratics.subarray(QUADRATIC_STRIDE * i, QUADRATIC_STRIDE * (i + 1)),
    );
  }
  return quadratics;
}
