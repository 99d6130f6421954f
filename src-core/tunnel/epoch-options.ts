import type { FaceSighting } from '../model/face.ts';
import type { ReliabilityProfile } from '../model/reliability.ts';
import { UNCERTAINTY_DEFAULTS } from './volume/volume-uncertainty.ts';
import type { WallSurface } from './wall-surface.ts';

/** A dated survey, measured along the axis of the comparison. */
export interface SurveyedEpoch {
  readonly name: string;
  /** Day of the survey, ISO 8601; null: not given. */
  readonly date: string | null;
  /** Serial of the sensor; null: not known, and then taken for another one. */
  readonly instrument: string | null;
  readonly grid: 'mine-grid' | 'local';
  readonly wall: WallSurface;
  readonly face: FaceSighting;
  /** Along the same axis. */
  readonly strip: ReliabilityProfile;
  /** Standard deviation of the place of the map in its grid by the residuals of its control, m; 0 without control. */
  readonly controlSigma: number;
}

export interface EpochOptions {
  /** Chainage from which on the two are compared; null: all that both have. */
  readonly from: number | null;
  /**
   * Standard deviation of the later map against the earlier one along the axis, m, where the two were tied to each other
   * (`socavon join`), which two local grids must be; null: each has its own error, by its strip and its control.
   */
  readonly relativeSigma: number | null;
  /** As for a volume (docs/volume.md): bound of the ranges' bias, fill, and what is left of the radial place, m. */
  readonly rangeBias: number;
  readonly fillSigma: number;
  readonly radialSigma: number;
}

export const EPOCH_DEFAULTS: EpochOptions = {
  from: null,
  relativeSigma: null,
  rangeBias: UNCERTAINTY_DEFAULTS.rangeBias,
  fillSigma: UNCERTAINTY_DEFAULTS.fillSigma,
  radialSigma: 0.0002,
};
