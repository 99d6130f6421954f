import type { ControlPoint, ControlResidual } from '../model/control.ts';

/** Residuals of points, and which of them the rest contradicts. */
export interface PointResiduals {
  readonly residuals: readonly ControlResidual[];
  readonly leftOut: readonly { readonly name: string; readonly scanIndex: number }[];
}

/** Root mean square distance of the points of a role, without those that were left out, m; null where there is none. */
export function rmsOfResiduals(of: PointResiduals, role: ControlPoint['role']): number | null {
  const residuals = kept(of).filter((residual) => residual.role === role);
  if (residuals.length === 0) return null;
  return Math.sqrt(residuals.reduce((sum, { distance }) => sum + distance ** 2, 0) / residuals.length);
}

/** How many points of the list hold the poses: one that was seen twice counts once, one that was left out does not. */
export function controlPointCount(of: PointResiduals): number {
  const held = kept(of).filter(({ role }) => role === 'control');
  return new Set(held.map(({ name }) => name)).size;
}

function kept({ residuals, leftOut }: PointResiduals): ControlResidual[] {
  return residuals.filter(
    ({ name, scanIndex }) => !leftOut.some((one) => one.name === name && one.scanIndex === scanIndex),
  );
}
