import type { TargetKind } from '../../../../src-core/model/control.ts';

/** Standard deviation of a check distance that does not state its own, m: a tape held by hand. */
export const DISTANCE_SIGMA = 0.002;

/** Options of `socavon calibrate`; lengths in m. */
export interface CalibrateCommandOptions {
  readonly metadata?: string;
  readonly sensor?: string;
  readonly sensorAddress?: string;
  readonly project?: string;
  readonly session?: number;
  readonly distance?: number;
  readonly distanceSigma?: number;
  readonly control?: string;
  readonly targetShape?: TargetKind['shape'];
  readonly targetSize?: number;
  readonly out?: string;
  readonly json?: boolean;
}
