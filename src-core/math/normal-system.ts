/**
 * Normal equations `H d = b`, 6x6, of a least-squares step, with the sums needed to judge them. Rotation first,
 * then translation, both in the sensor frame (`T <- T exp(d)`). Only the lower triangle of H is stored.
 */
export interface NormalSystem {
  readonly H: Float64Array;
  readonly b: Float64Array;
  /**
   * Information on the translation alone, sensor frame, lower triangle of 3x3, less the spurious information due to
   * the noise of the plane normals: `sum w (l l^T - tilt^2 I)`.
   */
  readonly translation: Float64Array;
  matched: number;
  inliers: number;
  /** Sum of squared inlier residuals, m^2. */
  squared: number;
}

export function normalSystem(): NormalSystem {
  return {
    H: new Float64Array(36),
    b: new Float64Array(6),
    translation: new Float64Array(9),
    matched: 0,
    inliers: 0,
    squared: 0,
  };
}

export function clearSystem(system: NormalSystem): void {
  system.H.fill(0);
  system.b.fill(0);
  system.translation.fill(0);
  system.matched = 0;
  system.inliers = 0;
  system.squared = 0;
}

/** Adds a weighted residual with its Jacobian. */
export function addRow(system: NormalSystem, J: Float64Array, residual: number, weight: number): void {
  const { H, b } = system;
  for (let i = 0; i < 6; i++) {
    const w = weight * J[i];
    b[i] -= w * residual;
    const row = 6 * i;
    for (let j = 0; j <= i; j++) H[row + j] += w * J[j];
  }
}

/** Full symmetric 6x6 from the lower triangle. */
export function symmetric6(lower: Float64Array): Float64Array {
  const full = new Float64Array(36);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j <= i; j++) {
      full[6 * i + j] = lower[6 * i + j];
      full[6 * j + i] = lower[6 * i + j];
    }
  }
  return full;
}
