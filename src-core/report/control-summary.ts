import type { ControlPoint, ControlResidual } from '../model/control.ts';

/** Root mean square distance of the points of a role, m; null where none was seen. */
export function rmsOf(residuals: readonly ControlResidual[], role: ControlPoint['role']): number | null {
  const of = residuals.filter((residual) => residual.role === role);
  if (of.length === 0) return null;
  return Math.sqrt(of.reduce((sum, { distance }) => sum + distance ** 2, 0) / of.length);
}

/** How many points of the list hold the poses: one that was seen twice counts once, one that was left out does not. */
export function heldPoints(graph: {
  readonly residuals: readonly ControlResidual[];
  readonly leftOut: readonly { readonly name: string; readonly scanIndex: number }[];
}): number {
  const held = graph.residuals.filter(
    ({ role, name, scanIndex }) =>
      role === 'control' && !graph.leftOut.some((one) => one.name === name && one.scanIndex === scanIndex),
  );
  return new Set(held.map(({ name }) => name)).size;
}
