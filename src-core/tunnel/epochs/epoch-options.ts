import type { EpochPlacement } from '../../model/epoch.ts';
import type { FaceSighting } from '../../model/face.ts';
import type { ReliabilityProfile } from '../../model/reliability.ts';
import { UNCERTAINTY_DEFAULTS } from '../uncertainty/uncertainty-options.ts';
import type { WallSurface } from '../wall/wall-surface.ts';

/** Dated survey, measured along the axis of the comparison. */
export interface SurveyedEpoch {
  readonly name: string;
  /** Day of the survey, ISO 8601; null: not given. */
  readonly date: string | null;
  /** Serial number of the sensor; null: not known, and then assumed to be a different one. */
  readonly instrument: string | null;
  readonly grid: 'mine-grid' | 'local';
  readonly placedBy: EpochPlacement;
  readonly wall: WallSurface;
  readonly face: FaceSighting;
  /** Reliability along the same axis. */
  readonly strip: ReliabilityProfile;
  /**
   * Standard deviation of the position of the map in its grid from the residuals of its control, m; 0 without
   * control.
   */
  readonly controlSigma: number;
}

export interface EpochOptions {
  /** Chainage from which on the two are compared; null: all of the common stretch. */
  readonly from: number | null;
  /**
   * Standard deviation of the later map relative to the earlier one along the axis, m, if the two were joined
   * (`socavon join`), which two local grids must be; null: each has its own error, from its strip and its
   * control.
   */
  readonly relativeSigma: number | null;
  /** As for a volume (docs/volume.md): bound of the range bias, interpolation, and remaining radial position, m. */
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
