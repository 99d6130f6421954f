/**
 * Weight of a residual under the Geman-McClure kernel: near 1 below `scale`, falling with the fourth power beyond,
 * so that a vehicle or a person in front of the mapped wall has almost no influence.
 *
 * @param squared squared residual
 * @param squaredScale squared scale, the same unit
 */
export function gemanMcClureWeight(squared: number, squaredScale: number): number {
  const ratio = squaredScale / (squaredScale + squared);
  return ratio * ratio;
}
