import type { Rigid } from './rigid.ts';

/**
 * What a person decided about two scans that may have seen the same place; goes over what the rules say of it and of the
 * places near it.
 */
export interface LoopDecision {
  /** Scan indices, the earlier first: those of a `LoopEvidence`, or of any two scans. */
  readonly fromScan: number;
  readonly toScan: number;
  readonly verdict: 'accept' | 'refuse';
  /**
   * `T_from_to` that the person accepts, between the first columns of the two scans; null: as the registration finds it.
   */
  readonly T_from_to: Rigid | null;
}

/** Why a place was not taken as seen twice; 'none': it was. */
export type LoopRefusal =
  | 'none'
  /** The two submaps have too few walls in common. */
  | 'little-overlap'
  /** The registration did not settle, one way or the other. */
  | 'not-settled'
  /** The walls of one do not lie on those of the other. */
  | 'poor-fit'
  /** The walls do not hold the motion along the drive. */
  | 'length-unobserved'
  /** One registered in the other gives another pose than the other in the one. */
  | 'one-sided'
  /** Another pose a little along the drive fits nearly as well. */
  | 'ambiguous'
  /** It contradicts the trajectory by more than its covariance allows. */
  | 'outside-gate'
  /** The rest of the adjusted trajectory contradicts it. */
  | 'contradicted'
  /** A person said so. */
  | 'by-hand';

/** Two scans that may have seen the same place, and what was found of it. */
export interface LoopEvidence {
  readonly fromScan: number;
  readonly toScan: number;
  /** Length of the path between them, m. */
  readonly pathBetween: number;
  /** Distance at which the trajectory had them when it was asked, and its standard deviation, m. */
  readonly distance: number;
  readonly distanceSigma: number;
  /** Whether it holds the trajectory. */
  readonly accepted: boolean;
  readonly refusal: LoopRefusal;
  readonly decidedBy: 'rules' | 'person';
  /** What the rules say of it, also where a person said otherwise. */
  readonly byRules: LoopRefusal;
  /** `T_from_to` by the registration, mean of both ways; null where none was made. */
  readonly T_from_to: Rigid | null;
  /** Its covariance, 6x6 row-major, rotation first, at the right of `T_from_to`; null where none was made. */
  readonly covariance: Float64Array | null;
  /** The registration's figures, each the worse of the two ways; null where none was made. */
  readonly figures: LoopFigures | null;
  /**
   * Squared distance, in standard deviations, from what all else says: chi-square of 6 degrees of freedom; that of the
   * adjustment where it took part in it. NaN where none was made.
   */
  readonly chi2: number;
}

export interface LoopFigures {
  /** Share of the points of one that fall on walls of the other, 0..1. */
  readonly overlap: number;
  /** Share of those that lie on them within the noise, 0..1. */
  readonly inlierShare: number;
  /** Root mean square distance of these, m. */
  readonly rms: number;
  /** Share of the translation's information along the weakest direction, 0..1/3. */
  readonly weakShare: number;
  /** Between the poses that the two ways give, m and rad. */
  readonly asymmetry: number;
  readonly asymmetryAngle: number;
  /** Inlier share of the best other pose along the drive over that of this one; 0 where none was tried. */
  readonly rival: number;
}
