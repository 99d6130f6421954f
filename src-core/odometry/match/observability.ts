import { type NormalSystem, symmetric6 } from '../../math/normal-system.ts';
import { rotateVector } from '../../math/se3.ts';
import { symmetricEigen } from '../../math/symmetric-eigen.ts';
import { weakestTranslation } from './weak-direction.ts';

export interface ObservabilityOptions {
  /**
   * Length (m) by which rotation is scaled before its eigenvalues are compared with those of translation: about the
   * distance of the walls that constrain the rotation.
   */
  readonly lengthScale: number;
  /**
   * Share of the translation's information below which a direction is degenerate. A rough drive seen by an OS1-16
   * gives 2-4 %, a smooth one under 0.7 % (docs/decisions/0004-observability.md).
   */
  readonly minShare: number;
}

export const OBSERVABILITY_DEFAULTS: ObservabilityOptions = { lengthScale: 5, minShare: 0.012 };

export interface Observability {
  /** Eigenvalues of the 6x6 matrix with rotation scaled, ascending. */
  readonly eigenvalues: readonly number[];
  /** Weakest translation direction, unit, map frame. */
  readonly weakDirection: readonly [number, number, number];
  /** Standard deviation along it by this scan's points alone, m; infinite if they do not constrain it. */
  readonly weakSigma: number;
  /** Its share of the translation's information, 0 .. 1/3. */
  readonly weakShare: number;
  readonly degenerate: boolean;
}

/**
 * Determines which directions the geometry constrains, from the system at the matched pose. The noise of the
 * planes' own normals is subtracted first: in a smooth drive it would feign information along the axis (the
 * eigenvalue test alone is known to miss that; count what each point contributes instead).
 *
 * @param system of the last iteration, from the geometry alone, without the prior
 * @param R_map_sensor rotation of the matched pose
 */
export function observe(
  system: NormalSystem,
  R_map_sensor: Float64Array,
  options: ObservabilityOptions,
): Observability {
  const scaled = symmetric6(system.H);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      scaled[6 * i + j] /= (i < 3 ? options.lengthScale : 1) * (j < 3 ? options.lengthScale : 1);
    }
  }
  const { direction, information, share } = weakestTranslation(system.translation);
  return {
    eigenvalues: [...symmetricEigen(scaled, 6).values],
    weakDirection: rotateVector(R_map_sensor, ...direction),
    weakSigma: information > 0 ? 1 / Math.sqrt(information) : Number.POSITIVE_INFINITY,
    weakShare: share,
    degenerate: share < options.minShare,
  };
}
