import { median } from '../../math/statistics.ts';
import { TARGET_KIND_DEFAULT, type TargetKind } from '../../model/control.ts';
import type { SensorModel } from '../../model/sensor.ts';

/**
 * The targets that were put up, and what makes a shining thing one of them. A line of a 16-beam sensor passes every 2.1
 * degrees, 37 mm per metre of distance: a disc of 0.30 m is crossed by three or four lines on a wall 2.2 m away and by one
 * at 8 m; one of 0.20 m by two and, beyond 5.4 m, at times by none.
 */
export interface TargetSearchOptions extends TargetKind {
  /** Metres from the sensor up to which sightings count; null: as far as a line surely crosses it. */
  readonly reach: number | null;
  /** Fewest returns of a target over its whole pass, and fewest scans that saw it. */
  readonly minReturns: number;
  readonly minScans: number;
  /** Largest scatter of the returns off their plane, m: some times the range noise. */
  readonly flatness: number;
  /** Largest standard deviation of a centre that is still of use, m. */
  readonly maxSigma: number;
  /** How far one scan's pose may be off against the next within a pass (1 sigma), m. */
  readonly poseSigma: number;
  /** Error of ranges to sheeting that no number of returns lessens (1 sigma), m. */
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

/** Share of the distance at which lines lie as far apart as the target is large, up to which it is used. */
const SURE_SHARE = 0.8;
/** Nearer and farther than this nothing is told by the lines alone, m: a long pass holds the drift of its poses. */
const REACH_LIMITS = [3, 12];

/** Metres up to which a target is seen well enough by this sensor. */
export function detectionRange({ reach, size }: TargetSearchOptions, sensor: SensorModel): number {
  if (reach !== null) return reach;
  const altitudes = [...sensor.beamAltitudeDeg].sort((a, b) => a - b);
  const steps = altitudes.slice(1).map((altitude, i) => altitude - altitudes[i]);
  const spacing = (median(steps) * Math.PI) / 180;
  const sure = spacing > 0 ? (SURE_SHARE * size) / spacing : 0;
  return Math.min(Math.max(sure, REACH_LIMITS[0]), REACH_LIMITS[1]);
}
