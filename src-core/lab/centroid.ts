import { compose, identity } from '../math/se3.ts';
import type { Rigid } from '../model/rigid.ts';
import type { PointSet } from './method.ts';

/** Mean of the points, m: the local origin of a cloud. */
export function centroidOf({ count, xyz }: PointSet): Float64Array {
  const mean = new Float64Array(3);
  // Relative to the first point: sums of large coordinates would lose the digits that centring is meant to
  // preserve.
  for (let at = 0; at < 3 * count; at++) mean[at % 3] += xyz[at] - xyz[at % 3];
  return mean.map((sum, axis) => xyz[axis] + sum / count);
}

/** The same points with coordinates relative to an origin, m. */
export function about({ xyz, ...points }: PointSet, origin: Float64Array): PointSet {
  const { count } = points;
  return { ...points, xyz: Float64Array.from({ length: 3 * count }, (_, at) => xyz[at] - origin[at % 3]) };
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
