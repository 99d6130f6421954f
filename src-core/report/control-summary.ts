import type { ControlPoint, ControlResidual } from '../model/control.ts';

/** Residuals of control and check points, and those rejected as outliers. */
interface PointResiduals {
  readonly residuals: readonly ControlResidual[];
  readonly leftOut: readonly { readonly name: string; readonly scanIndex: number }[];
}

/** Root mean square residual of the points of a role, without rejected ones, m; null if there is none. */
export function rmsOfResiduals(of: PointResiduals, role: ControlPoint['role']): number | null {
  const residuals = acceptedResiduals(of).filter((residual) => residual.role === role);
  if (residuals.length === 0) return null;
  return Math.sqrt(residuals.reduce((sum, { distance }) => sum + distance ** 2, 0) / residuals.length);
}

/**
 * Number of control points that constrain the poses: a point observed twice counts once, a rejected one does not
 * count.
 */
export function controlPointCount(of: PointResiduals): number {
  const controls = acceptedResiduals(of).filter(({ role }) => role === 'control');
  return new Set(controls.map(({ name }) => name)).size;
}

function acceptedResiduals({ residuals, leftOut }: PointResiduals): ControlResidual[] {
  return residuals.filter(
    ({ name, scanIndex }) => !leftOut.some((one) => one.name === name && one.scanIndex === scanIndex),
  );
}
