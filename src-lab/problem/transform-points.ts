import { applyToPoint } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from './method.ts';

/** Transforms points to another frame: p_a = T_a_b p_b. */
export function transformPoints(T_a_b: Rigid, { count, xyz }: PointSet): PointSet {
  const moved = new Float64Array(3 * count);
  for (let at = 0; at < 3 * count; at += 3)
    moved.set(applyToPoint(T_a_b, xyz[at], xyz[at + 1], xyz[at + 2]), at);
  return { count, xyz: moved };
}
