import type { ImuSample, Scan } from '../model/scan.ts';
import type { RangeFilterOptions } from './frame/scan-points.ts';
import { MIN_POINTS } from './match/match-schedule.ts';
import { LONGEST_COASTED, type OdometryInput } from './prepared-scan.ts';

/** Scans without returns, or of a sector only, by their index: the last one before them, and those since. */
export interface CoveredState {
  readonly seen: number;
  readonly since: readonly number[];
}

/** The inertial readings of a scan that is not matched, which belong to the next one that is. */
export interface CoveredScan extends Pick<OdometryInput, 'index' | 'imu'> {
  /** True if it had returns, but in a sector only. */
  readonly isPartial: boolean;
}

/** Share of the columns of an ordinary scan below which the sensor sees a sector. */
const SECTOR = 0.5;
/** Most scans of a sector that are passed over: where the sensor stays half covered, they are matched. */
const MOST_SECTORS = 10;
/** Most readings that are passed on, two minutes' worth: what drifts for longer tells no place. */
const MOST_READINGS = 12_000;

/** True if a scan has too few returns within the range limits to be matched: something covers the sensor. */
export function isCovered({ rangeMm }: Scan, { minRange, maxRange }: RangeFilterOptions): boolean {
  let returns = 0;
  const [least, most] = [1000 * minRange, 1000 * maxRange];
  for (const mm of rangeMm) if (mm >= least && mm <= most && ++returns >= MIN_POINTS) return false;
  return true;
}

/** Returns what is kept of a scan that is not matched. @param scan without what stands free in it */
export function coveredScan(
  { index, imu }: OdometryInput,
  scan: Scan,
  filter: RangeFilterOptions,
): CoveredScan {
  return { index, imu, isPartial: !isCovered(scan, filter) };
}

/**
 * True if a scan after a cover or a hole shows a sector only: the cover was taken off, or the packets came again, in
 * mid-rotation. A sector does not tell a place that is not known to centimetres; the next scan does.
 *
 * @param last scan before the cover or the hole
 * @param hole time since then, and the scans in it
 */
export function isSector(
  scan: Scan,
  last: Scan,
  { seconds, covered }: { readonly seconds: number; readonly covered: readonly CoveredScan[] },
  filter: RangeFilterOptions,
): boolean {
  // The columns of a timed cloud are no directions.
  if (scan.xyz !== undefined) return false;
  if (covered.length === 0 && seconds <= LONGEST_COASTED) return false;
  const tried = covered.reduce((count, { isPartial }) => count + (isPartial ? 1 : 0), 0);
  return tried < MOST_SECTORS && columnsSeen(scan, filter) < SECTOR * columnsSeen(last, filter);
}

function columnsSeen({ rangeMm, columns }: Scan, { minRange, maxRange }: RangeFilterOptions): number {
  const seen = new Uint8Array(columns);
  rangeMm.forEach((mm, pixel) => {
    if (mm >= 1000 * minRange && mm <= 1000 * maxRange) seen[pixel % columns] = 1;
  });
  return seen.reduce((sum, one) => sum + one, 0);
}

/** A scan with the readings since the last one that had returns, as if those between had been lost. */
export function withReadingsOf(covered: readonly CoveredScan[], input: OdometryInput): OdometryInput {
  if (covered.length === 0) return input;
  const imu: ImuSample[] = [...covered.flatMap((scan) => scan.imu), ...input.imu];
  return imu.length > MOST_READINGS ? input : { ...input, imu };
}
