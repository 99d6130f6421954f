import type { CalibratedParameter, CalibrationKind } from '../model/instrument-calibration.ts';
import { PRIOR_SIGMA } from './parameter-layout.ts';

/**
 * What rough rock, mixed points and the odometry's own errors look like in each kind, one standard deviation: the scatter
 * of the estimates of a perfect instrument on blast-rough drives about zero (`npm run bench -- calibration`). Grazing rays
 * meet the sides of the rock that face the sensor, so that a wall stands nearer to them: that passes for a
 * bias common to all ranges, and for one by incidence.
 */
const SYSTEMATIC_SIGMA: Partial<Record<CalibrationKind, number>> = {
  'common-bias': 0.009,
  incidence: 0.004,
  signal: 0.004,
  'warm-up': 0.0015,
  elevation: (0.014 * Math.PI) / 180,
  azimuth: (0.003 * Math.PI) / 180,
  'imu-delay': 0.0008,
  'imu-rotation': (0.2 * Math.PI) / 180,
};

/**
 * Least value that is worth a correction, in the unit of the kind: the resolution of a range is 1 mm; 0.01 deg are 3 mm
 * at 20 m; 2 ms turn a scan by as much at 0.1 rad/s; the rest moves the wall by 2 mm.
 */
const LEAST: Readonly<Record<CalibrationKind, number>> = {
  'range-offset': 0.001,
  elevation: (0.01 * Math.PI) / 180,
  azimuth: (0.01 * Math.PI) / 180,
  'common-bias': 0.001,
  incidence: Number.POSITIVE_INFINITY,
  signal: 0.002,
  'warm-up': 0.002,
  'imu-delay': 0.002,
  'imu-rotation': (0.3 * Math.PI) / 180,
};

/** Share of its prior's standard deviation below which a parameter counts as observed. */
const OBSERVED = 0.6;
/** Standard deviations beyond which a parameter is significant. */
const SIGNIFICANT = 3;

/** Estimate of a parameter before it is judged. */
export interface RawParameter {
  readonly kind: CalibrationKind;
  readonly index: number;
  readonly value: number;
  readonly sigma: number;
  /** Standard deviation of its prior; left out: that of its kind. */
  readonly prior?: number;
  /** True if it is known from outside of the scans: nothing systematic of the walls is in it. */
  readonly isMeasured?: boolean;
}

/**
 * Adds the systematic part to the standard deviations, and decides what is observed and corrected. The beams of a kind
 * are corrected together or not at all: a part of them would shift the mean of all.
 * The common bias is corrected only by a check distance; the bias by incidence never, because the return does not say
 * its incidence and the figure is not good enough to be worth finding it.
 */
export function judgedParameters(raw: readonly RawParameter[]): CalibratedParameter[] {
  const all = raw.map(({ isMeasured = false, prior, ...parameter }) => {
    const { kind, value } = parameter;
    const sigma = isMeasured ? parameter.sigma : Math.hypot(parameter.sigma, SYSTEMATIC_SIGMA[kind] ?? 0);
    const isObserved = isMeasured || sigma < OBSERVED * (prior ?? PRIOR_SIGMA[kind]);
    // A measured value is the best there is, however small; an estimated one may be zero.
    const least = isMeasured ? LEAST[kind] : Math.max(LEAST[kind], SIGNIFICANT * sigma);
    const isBig = Math.abs(value) > least;
    const isTrusted = kind !== 'common-bias' || isMeasured;
    return { ...parameter, sigma, isObserved, isApplied: isObserved && isBig && isTrusted };
  });
  for (const kind of BY_BEAM) {
    const beams = all.filter((parameter) => parameter.kind === kind);
    const isApplied = isGroupSignificant(beams, LEAST[kind]);
    for (const beam of beams) beam.isApplied = isApplied;
  }
  return all;
}

const BY_BEAM: readonly CalibrationKind[] = ['range-offset', 'elevation', 'azimuth'];

/**
 * True if the beams scatter by more than their standard deviations, four of that of the sum of their squares, and by
 * more than is worth a correction.
 */
function isGroupSignificant(beams: readonly { value: number; sigma: number }[], least: number): boolean {
  if (beams.length === 0) return false;
  const chi = beams.reduce((sum, { value, sigma }) => sum + (value / sigma) ** 2, 0) / beams.length;
  const excess = beams.reduce((sum, { value, sigma }) => sum + value ** 2 - sigma ** 2, 0) / beams.length;
  return chi > 1 + 4 * Math.sqrt(2 / beams.length) && excess > least ** 2;
}

/** Elevation error, rad, that no beam of an instrument has: its table is another's. */
const FOREIGN_ELEVATION = (0.1 * Math.PI) / 180;
/** Share of the beams whose elevation must say so. */
const FOREIGN_SHARE = 0.25;

/** True if the elevations of many beams contradict the beam table far beyond its tolerance. */
export function isForeignTable(parameters: readonly CalibratedParameter[]): boolean {
  const elevations = parameters.filter(({ kind }) => kind === 'elevation');
  const off = elevations.filter(
    ({ value, sigma }) => Math.abs(value) > FOREIGN_ELEVATION && Math.abs(value) > 5 * sigma,
  );
  return elevations.length > 0 && off.length >= Math.max(2, FOREIGN_SHARE * elevations.length);
}
