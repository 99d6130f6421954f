import { CHI2_999 } from '../../graph/whitening.ts';
import type { LoopRefusal } from '../../model/loop.ts';
import { OBSERVABILITY_DEFAULTS } from '../../odometry/match/observability.ts';
import type { LoopRegistration } from './loop-registration.ts';

/** Acceptance criteria of a loop closure. `npm run bench -- loop` prints their values at true and false places. */
export interface LoopCriteria {
  readonly minOverlap: number;
  readonly minInlierShare: number;
  /** Largest RMS of the inliers, m. */
  readonly maxRms: number;
  readonly minWeakShare: number;
  /** Largest disagreement between the two registrations (A in B, B in A), m and rad. */
  readonly maxAsymmetry: number;
  readonly maxAsymmetryAngle: number;
  /** Largest ratio of the inlier share of another pose to that of the best. */
  readonly maxRival: number;
  /** Largest chi-square of 6 degrees of freedom against the trajectory's own covariance. */
  readonly gate: number;
}

export const LOOP_CRITERIA_DEFAULTS: LoopCriteria = {
  minOverlap: 0.6,
  minInlierShare: 0.8,
  maxRms: 0.06,
  minWeakShare: OBSERVABILITY_DEFAULTS.minShare,
  maxAsymmetry: 0.03,
  maxAsymmetryAngle: 0.006,
  maxRival: 0.85,
  gate: CHI2_999[6],
};

/**
 * Verdict on a registration: 'none' if it closes a loop, else the first reason for the rejection.
 *
 * @param chi2 its squared distance from the trajectory, in standard deviations
 */
export function loopVerdict(
  { converged, figures }: LoopRegistration,
  chi2: number,
  criteria: LoopCriteria = LOOP_CRITERIA_DEFAULTS,
): LoopRefusal {
  if (figures.overlap < criteria.minOverlap) return 'little-overlap';
  if (!converged) return 'not-settled';
  if (figures.inlierShare < criteria.minInlierShare || figures.rms > criteria.maxRms) return 'poor-fit';
  if (figures.weakShare < criteria.minWeakShare) return 'length-unobserved';
  const isOneSided =
    figures.asymmetry > criteria.maxAsymmetry || figures.asymmetryAngle > criteria.maxAsymmetryAngle;
  if (isOneSided) return 'one-sided';
  if (figures.rival > criteria.maxRival) return 'ambiguous';
  // Negated so that NaN is rejected too.
  return chi2 <= criteria.gate ? 'none' : 'outside-gate';
}
