import type { CalibrationKind } from '../model/instrument-calibration.ts';

/** Standard deviation of each kind before anything is measured, in its unit: wide of what an instrument may have. */
export const PRIOR_SIGMA: Readonly<Record<CalibrationKind, number>> = {
  // The maker's accuracy of 3 cm, as the standard deviation of its uniform bound.
  'range-offset': 0.03 / Math.sqrt(3),
  'common-bias': 0.03 / Math.sqrt(3),
  // Beam tables are stated to some hundredths of a degree.
  elevation: (0.03 * Math.PI) / 180,
  azimuth: (0.03 * Math.PI) / 180,
  // Twice the largest that is usual of time-of-flight sensors: signal, incidence and range go together in a drive.
  incidence: 0.006,
  signal: 0.002,
  // Of all of it: warmUpSigma.
  'warm-up': 0.02,
  'imu-delay': 0.02,
  'imu-rotation': (2 * Math.PI) / 180,
};

/** Standard deviation of a pose of the odometry about the place that fits all rays: rad, m. */
export const POSE_SIGMA = { rotation: (0.3 * Math.PI) / 180, translation: 0.03 };

/**
 * Standard deviation of the mean of all elevations and of their stretch, rad. To first order a stretch of the beam table
 * is a stretch of the height of the whole map, whose planes stay planes: a drive does not show it, and what rough rock
 * does to grazing rays would pass for it. So the table keeps both, and its beams are compared with each other.
 */
export const ELEVATION_TREND_SIGMA = (0.001 * Math.PI) / 180;

/** A Gaussian of a combination of parameters: the sum of factor times parameter, as pairs of column and factor. */
export interface LinearPrior {
  readonly terms: readonly (readonly [column: number, factor: number])[];
  readonly value: number;
  readonly sigma: number;
}

/**
 * Columns of the least-squares problem: the instrument's parameters, then six numbers a scan (rotation, translation).
 * Every beam has a range offset of its own; their mean is the common bias.
 */
export interface ParameterLayout {
  readonly beams: number;
  /** Seconds after the first scan. */
  readonly knots: readonly number[];
  readonly offset: number;
  readonly elevation: number;
  readonly azimuth: number;
  readonly incidence: number;
  readonly signal: number;
  /** The first knot has no column: it is what the others are measured against. */
  readonly warmUp: number;
  /** Number of the instrument's parameters. */
  readonly instrument: number;
  readonly scans: number;
  readonly size: number;
}

export function parameterLayout(beams: number, scans: number, knots: readonly number[]): ParameterLayout {
  const warmUp = 3 * beams + 2;
  const instrument = warmUp + Math.max(0, knots.length - 1);
  return {
    beams,
    knots,
    offset: 0,
    elevation: beams,
    azimuth: 2 * beams,
    incidence: 3 * beams,
    signal: 3 * beams + 1,
    warmUp,
    instrument,
    scans,
    size: instrument + 6 * scans,
  };
}

/** Time constant of the warm-up, s: it is over after a quarter of an hour. */
const WARM_UP_SECONDS = 300;

/**
 * Standard deviation of what ranges drift by from the first scan on before anything is measured, m: in a minute an instrument
 * warms up by a fifth of it, and what the wall of a busy mine does to rays from far and near does not pass for the rest.
 */
export function warmUpSigma(seconds: number): number {
  return PRIOR_SIGMA['warm-up'] * (1 - Math.exp(-seconds / WARM_UP_SECONDS));
}

/** Shortest time between two knots of the warm-up, s. */
const KNOT_SECONDS = 60;
/** Most knots. */
const MOST_KNOTS = 9;

/** Even knots over a recording: two for a short one. @param seconds its duration */
export function warmUpKnots(seconds: number): number[] {
  if (!(seconds > 0)) return [];
  const steps = Math.min(MOST_KNOTS - 1, Math.max(1, Math.floor(seconds / KNOT_SECONDS)));
  return Array.from({ length: steps + 1 }, (_, k) => (k * seconds) / steps);
}

/** Interval between two knots and the share of the way through it. */
export function knotAt(
  knots: readonly number[],
  seconds: number,
): { readonly k: number; readonly f: number } {
  let k = 0;
  while (k < knots.length - 2 && seconds >= knots[k + 1]) k++;
  const f = (seconds - knots[k]) / (knots[k + 1] - knots[k]);
  return { k, f: Math.min(1, Math.max(0, f)) };
}
