import { across } from '../../src-core/math/across.ts';
import { dot3, type Vec3 } from '../../src-core/math/vec3.ts';
import type { PointSet } from '../problem/method.ts';
import type { NearestSearch } from '../search/nearest-search.ts';
import { LINE_RATIO, neighbourhoodEigen } from '../search/normals.ts';

/** Reflectivity as a linear function on the tangent plane of each point (Park, Zhou and Koltun 2017). */
export interface ReflectivitySurface {
  /** Unit normals, 3 numbers a point; 0 0 0 if the neighbours are collinear. */
  readonly normals: Float64Array;
  /** Reflectivity of the function at the point. */
  readonly values: Float64Array;
  /** Its gradient along the plane, 3 numbers a point, 1/m. */
  readonly gradients: Float64Array;
  /** Root mean square of the gradients, 1/m. */
  readonly steepness: number;
}

/**
 * Fits normals and linear reflectivity through the nearest neighbours by least squares. The paper makes the function
 * pass through the point's own reflectivity; here that is one of the observations, because a LiDAR's is noisy.
 *
 * @param points with reflectivity
 * @param search over the same points
 * @param neighbours in addition to the point itself
 */
export function reflectivitySurface(
  points: PointSet & { readonly reflectivity: Float64Array },
  search: NearestSearch,
  neighbours: number,
): ReflectivitySurface {
  const { count, xyz } = points;
  const indices = new Int32Array(neighbours + 1);
  const squared = new Float64Array(neighbours + 1);
  const eigen = new Float64Array(6);
  const [normals, gradients] = [0, 1].map(() => new Float64Array(3 * count));
  const values = points.reflectivity.slice();
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]];
    const near = search.kNearest(x, y, z, neighbours + 1, indices, squared);
    neighbourhoodEigen(xyz, indices, near, x, y, z, eigen);
    if (!(eigen[1] > LINE_RATIO * eigen[2])) continue;
    const normal: Vec3 = [eigen[3], eigen[4], eigen[5]];
    normals.set(normal, 3 * i);
    const fit = linearFit(points, indices.subarray(0, near), i, normal);
    values[i] = fit.value;
    gradients.set(fit.gradient, 3 * i);
    sum += dot3(fit.gradient, fit.gradient);
  }
  return { normals, values, gradients, steepness: Math.sqrt(sum / count) };
}

/** Least-squares line of the reflectivity along two directions of the plane: `c + a u + b v` about point i. */
function linearFit(
  { xyz, reflectivity }: { readonly xyz: Float64Array; readonly reflectivity: Float64Array },
  indices: Int32Array,
  i: number,
  normal: Vec3,
): { readonly value: number; readonly gradient: Vec3 } {
  const [e, f] = across(normal);
  const places = Array.from(indices, (j) => {
    const d: Vec3 = [
      xyz[3 * j] - xyz[3 * i],
      xyz[3 * j + 1] - xyz[3 * i + 1],
      xyz[3 * j + 2] - xyz[3 * i + 2],
    ];
    return [dot3(e, d), dot3(f, d), reflectivity[j]];
  });
  const mean = [0, 1, 2].map((k) => places.reduce((sum, place) => sum + place[k], 0) / places.length);
  const moment = (k: number, l: number): number =>
    places.reduce((sum, place) => sum + (place[k] - mean[k]) * (place[l] - mean[l]), 0);
  const [uu, uv, vv, uc, vc] = [moment(0, 0), moment(0, 1), moment(1, 1), moment(0, 2), moment(1, 2)];
  const det = uu * vv - uv * uv;
  const [a, b] = [(vv * uc - uv * vc) / det, (uu * vc - uv * uc) / det];
  return {
    value: mean[2] - a * mean[0] - b * mean[1],
    gradient: [a * e[0] + b * f[0], a * e[1] + b * f[1], a * e[2] + b * f[2]],
  };
}
