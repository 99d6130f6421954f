import { applyToPoint, invert } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { Vector } from './vector.ts';

/** Transforms from the frame of the first scan to that of the map. @param T_grid_first null: they are the same */
export function toMap(T_grid_first: Rigid | null, point: Vector): Vector {
  return T_grid_first === null ? point : applyToPoint(T_grid_first, ...point);
}

/** Transforms from the frame of the map to that of the first scan. @param T_grid_first null: they are the same */
export function toFirstScan(T_grid_first: Rigid | null, point: Vector): Vector {
  return T_grid_first === null ? point : applyToPoint(invert(T_grid_first), ...point);
}

/** Wire form of a pose. */
export function rigidOf(
  pose: { readonly R: readonly number[]; readonly t: readonly number[] } | null,
): Rigid | null {
  return pose && { R: Float64Array.from(pose.R), t: Float64Array.from(pose.t) };
}
