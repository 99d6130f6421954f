import type { Rigid } from './rigid.ts';

/**
 * The user's decision on two scans that may have seen the same place; overrides the rules for this candidate and
 * those near it.
 */
export interface LoopDecision {
  /** Scan indices, the earlier first: those of a `LoopEvidence`, or of any two scans. */
  readonly fromScan: number;
  readonly toScan: number;
  readonly verdict: 'accept' | 'refuse';
  /** `T_from_to` that the user accepts, between the first columns of the two scans; null: as registered. */
  readonly T_from_to: Rigid | null;
}

/** Reason for rejecting a loop candidate; 'none': it was accepted. */
export type LoopRefusal =
  | 'none'
  /** The two submaps have too few walls in common. */
  | 'little-overlap'
  /** The registration did not converge in one of the directions. */
  | 'not-settled'
  /** The walls of one do not match those of the other. */
  | 'poor-fit'
  /** The geometry does not constrain the motion along the drive. */
  | 'length-unobserved'
  /** The registrations in the two directions give different poses. */
  | 'one-sided'
  /** Another pose a little along the drive fits nearly as well. */
  | 'ambiguous'
  /** It deviates from the trajectory by more than its covariance allows. */
  | 'outside-gate'
  /** It is inconsistent with the rest of the adjusted trajectory. */
  | 'contradicted'
  /** Rejected by the user. */
  | 'by-hand';

/** A loop candidate: two scans that may have seen the same place, with its registration and verdict. */
export interface LoopEvidence {
  readonly fromScan: number;
  readonly toScan: number;
  /** Path length between them, m. */
  readonly pathBetween: number;
  /** Distance between the two poses when the candidate was selected, and its standard deviation, m. */
  readonly distance: number;
  readonly distanceSigma: number;
  /** True if it constrains the trajectory. */
  readonly accepted: boolean;
  readonly refusal: LoopRefusal;
  readonly decidedBy: 'rules' | 'person';
  /** Verdict of the rules, even if the user decided otherwise. */
  readonly byRules: LoopRefusal;
  /** `T_from_to` by the registration, mean of both directions; null without a registration. */
  readonly T_from_to: Rigid | null;
  /**
   * Its covariance, 6x6 row-major, rotation first, right perturbation of `T_from_to`; null without a registration.
   */
  readonly covariance: Float64Array | null;
  /** Figures of the registration, each the worse of the two directions; null without a registration. */
  readonly figures: LoopFigures | null;
  /**
   * Squared Mahalanobis distance from the prediction of all other factors: chi-square of 6 degrees of freedom; that
   * of the adjustment if it took part in it. NaN without a registration.
   */
  readonly chi2: number;
}

export interface LoopFigures {
  /** Share of the points of one that fall on walls of the other, 0..1. */
  readonly overlap: number;
  /** Share of those whose distance is within the noise, 0..1. */
  readonly inlierShare: number;
  /** Root mean square distance of these, m. */
  readonly rms: number;
  /** Share of the translation's information along the weakest direction, 0..1/3. */
  readonly weakShare: number;
  /** Difference between the poses of the two directions, m and rad. */
  readonly asymmetry: number;
  readonly asymmetryAngle: number;
  /** Inlier share of the best other pose along the drive over that of this one; 0 if none was tried. */
  readonly rival: number;
}
