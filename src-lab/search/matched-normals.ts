import type { PointSet } from '../problem/method.ts';
import type { NearestSearch } from './nearest-search.ts';
import { normalSetter } from './normals.ts';
import type { Template } from './template.ts';

/**
 * Template of points that sets the normal of a point when it is first matched: a few points against millions match
 * few of them.
 *
 * @param template of the points
 * @param normals receives 3 numbers per matched point, as of `principalNormals`
 */
export function withMatchedNormals(
  template: Template,
  points: PointSet,
  search: NearestSearch,
  neighbours: number,
  normals: Float64Array,
): Template {
  const setNormal = normalSetter(points, search, neighbours, normals);
  const isSet = new Uint8Array(points.count);
  return {
    xyz: template.xyz,
    find(x, y, z, hint) {
      const point = template.find(x, y, z, hint);
      if (point >= 0 && isSet[point] === 0) {
        isSet[point] = 1;
        setNormal(point);
      }
      return point;
    },
  };
}
