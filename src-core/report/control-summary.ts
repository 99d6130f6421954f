import type { ControlPoint, ControlResidual } from '../model/control.ts';

/** Root mean square distance of the points of a role, m; null where none was seen. */
export function rmsOf(residuals: readonly ControlResidual[], role: ControlPoint['role']): number | null {
  const of = residuals.filter((residual) => residual.role === role);
  if (of.length === 0) return null;
  return Math.sqrt(of.reduce((sum, { distance }) => sum + distance ** 2, 0) / of.length);
}
