import type { ImuSample, Scan } from '../model/scan.ts';
import type { RangeFilterOptions } from './frame/scan-points.ts';
import { MIN_POINTS } from './match/match-schedule.ts';
import type { OdometryInput } from './prepared-scan.ts';

/** Scans without returns, by their index: the last one that had some, and those since. */
export interface CoveredState {
  readonly seen: number;
  readonly since: readonly number[];
}

/** The inertial readings of a scan without returns, which belong to the next one with returns. */
export type CoveredScan = Pick<OdometryInput, 'index' | 'imu'>;

/** Most readings that are passed on, two minutes' worth: what drifts for longer tells no place. */
const MOST_READINGS = 12_000;

/** True if a scan has too few returns within the range limits to be matched: something covers the sensor. */
export function isCovered({ rangeMm }: Scan, { minRange, maxRange }: RangeFilterOptions): boolean {
  let returns = 0;
  for (const mm of rangeMm) if (mm >= 1000 * minRange && mm <= 1000 * maxRange) returns++;
  return returns < MIN_POINTS;
}

/** A scan with the readings since the last one that had returns, as if those between had been lost. */
export function withReadingsOf(covered: readonly CoveredScan[], input: OdometryInput): OdometryInput {
  if (covered.length === 0) return input;
  const imu: ImuSample[] = [...covered.flatMap((scan) => scan.imu), ...input.imu];
  return imu.length > MOST_READINGS ? input : { ...input, imu };
}
