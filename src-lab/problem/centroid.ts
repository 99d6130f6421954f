import { compose, identity } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from './method.ts';

/** Mean of the points, m: the local origin of a cloud. */
export function centroidOf({ count, xyz }: PointSet): Float64Array {
  // Relative to the first point: sums of large coordinates would lose the digits that centring is meant to
  // preserve.
  const [x, y, z] = xyz;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  for (let at = 0; at < 3 * count; at += 3) {
    sumX += xyz[at] - x;
    sumY += xyz[at + 1] - y;
    sumZ += xyz[at + 2] - z;
  }
  return Float64Array.of(x + sumX / count, y + sumY / count, z + sumZ / count);
}

/** The same points with coordinates relative to an origin, m. */
export function about({ xyz, ...points }: PointSet, origin: Float64Array): PointSet {
  const { count } = points;
  const [x, y, z] = origin;
  const relative = new Float64Array(3 * count);
  for (let at = 0; at < 3 * count; at += 3) {
    relative[at] = xyz[at] - x;
    relative[at + 1] = xyz[at + 1] - y;
    relative[at + 2] = xyz[at + 2] - z;
  }
  return { ...points, xyz: relative };
}

/** The same transform between points about zero, of one between points about two origins, m. */
export function aboutZero(T_target_source: Rigid, source: Float64Array, target: Float64Array): Rigid {
  return compose(compose(shift(target), T_target_source), shift(negated(source)));
}

/** The same transform between points about two origins, m, of one between points about zero. */
export function aboutOrigins(T_target_source: Rigid, source: Float64Array, target: Float64Array): Rigid {
  return aboutZero(T_target_source, negated(source), negated(target));
}

function shift(t: Float64Array): Rigid {
  return { R: identity().R, t };
}

function negated(t: Float64Array): Float64Array {
  return t.map((value) => -value);
}
