import { median } from '../../math/statistics.ts';
import { TARGET_KIND_DEFAULT, type TargetKind } from '../../model/control.ts';
import type { SensorModel } from '../../model/sensor.ts';

/**
 * Size and shape of the installed targets, and the detection criteria. A line of a 16-beam sensor passes every 2.1
 * degrees, 37 mm per metre of distance: a disc of 0.30 m is crossed by three or four lines on a wall 2.2 m away and
 * by one at 8 m; one of 0.20 m by two and, beyond 5.4 m, at times by none.
 */
export interface TargetSearchOptions extends TargetKind {
  /** Largest range of a sighting, m; null: as far as a line certainly crosses the target. */
  readonly reach: number | null;
  /** Least number of returns of a target over its whole pass, and of scans that saw it. */
  readonly minReturns: number;
  readonly minScans: number;
  /** Largest scatter of the returns off their plane, m: several times the range noise. */
  readonly flatness: number;
  /** Largest standard deviation of a usable centre, m. */
  readonly maxSigma: number;
  /** Relative pose error between scans within a pass (1 sigma), m. */
  readonly poseSigma: number;
  /** Range error on reflective sheeting that averaging does not reduce (1 sigma), m. */
  readonly rangeBiasSigma: number;
}

export const TARGET_SEARCH_DEFAULTS: TargetSearchOptions = {
  ...TARGET_KIND_DEFAULT,
  reach: null,
  minReturns: 12,
  minScans: 3,
  flatness: 0.05,
  maxSigma: 0.04,
  poseSigma: 0.003,
  rangeBiasSigma: 0.004,
};

/** Largest usable distance, as a share of that at which the line spacing equals the target size. */
const SURE_SHARE = 0.8;
/** Limits of the range computed from the line spacing, m: a long pass includes the drift of its poses. */
const REACH_LIMITS = [3, 12];

/** Largest range at which this sensor resolves a target well enough, m. */
export function detectionRange({ reach, size }: TargetSearchOptions, sensor: SensorModel): number {
  if (reach !== null) return reach;
  const altitudes = [...sensor.beamAltitudeDeg].sort((a, b) => a - b);
  const steps = altitudes.slice(1).map((altitude, i) => altitude - altitudes[i]);
  const spacing = (median(steps) * Math.PI) / 180;
  const sure = spacing > 0 ? (SURE_SHARE * size) / spacing : 0;
  return Math.min(Math.max(sure, REACH_LIMITS[0]), REACH_LIMITS[1]);
}
