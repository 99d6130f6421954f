import type { Scan } from '../../model/scan.ts';
import { isUnstamped, LOW_WORD, stampWords } from '../../model/stamp-words.ts';

/** Time of each column of a rotation, as a fraction of the rotation. */
export interface ScanClock {
  /** Stamp of column 0; extrapolated if that column is missing or outside the azimuth window. 0 without columns. */
  readonly firstNs: bigint;
  /** Duration of one rotation, seconds. */
  readonly period: number;
  /** Per column: (stamp - firstNs) / period, 0 at the first column and just below 1 at the last. */
  readonly fraction: Float64Array;
}

/**
 * Largest deviation of a stamp from its column's position, as a fraction of the rotation; beyond it the stamp is
 * wrong. A motor turns evenly to a thousandth, but clocks are set while the sensor runs.
 */
const STAMP_TOLERANCE = 0.02;

/**
 * Computes the clock of a scan. Missing columns are interpolated by the rotation rate, so that a lost packet never
 * shifts the others in time.
 *
 * @param rotationHz nominal rate, used if the scan has too few columns, or stamps that jump, to determine its own
 */
export function scanClock(scan: Scan, rotationHz: number): ScanClock {
  if (scan.xyz !== undefined) return cloudClock(scan);
  const { stampNs, columnValid, columns } = scan;
  const words = stampWords(stampNs);
  let first = -1;
  let last = -1;
  for (let c = 0; c < columns; c++) {
    if (isUnstamped(words, c) || columnValid[c] === 0) continue;
    if (first < 0) first = c;
    last = c;
  }
  const nominal = 1 / rotationHz;
  const fraction = new Float64Array(columns);
  if (first < 0) return { firstNs: 0n, period: nominal, fraction: fraction.map((_, c) => c / columns) };
  const span = Number(stampNs[last] - stampNs[first]) * 1e-9;
  const measured = last - first >= columns / 4 ? (span * columns) / (last - first) : nominal;
  // A clock step or mixed frames would give an absurd period; the nominal rate is then the better estimate. Where all
  // stamps are even, the nominal rate is that of another mode.
  const isNominal = Math.abs(measured / nominal - 1) < 0.2;
  const period = isNominal || isEven(scan, first, last) ? measured : nominal;
  const firstNs = stampNs[first] - BigInt(Math.round((period * first * 1e9) / columns));
  const [low, high] = [Number(firstNs & 0xffffffffn), Number(firstNs >> 32n)];
  for (let c = 0; c < columns; c++) {
    const place = c / columns;
    const nanoseconds = (words[2 * c + 1 - LOW_WORD] - high) * 2 ** 32 + (words[2 * c + LOW_WORD] - low);
    const stamped = (nanoseconds * 1e-9) / period;
    const known = columnValid[c] !== 0 && Math.abs(stamped - place) < STAMP_TOLERANCE;
    fraction[c] = known ? stamped : place;
  }
  return { firstNs, period, fraction };
}

/** Duration, s, of a frame whose points are of one instant: so short that nothing moves within it. */
const INSTANT = 1e-6;

/** The clock of a timed cloud, whose slices are as long as their points took: its stamps, as they are. */
function cloudClock({ stampNs, columns }: Scan): ScanClock {
  const firstNs = stampNs[0];
  const span = Number(stampNs[columns - 1] - firstNs) * 1e-9;
  if (!(span > INSTANT)) return { firstNs, period: INSTANT, fraction: new Float64Array(columns).fill(0.5) };
  const period = (span * columns) / (columns - 1);
  return {
    firstNs,
    period,
    fraction: Float64Array.from(stampNs, (ns) => (Number(ns - firstNs) * 1e-9) / period),
  };
}

/** Largest deviation of a stamp from even steps, as a fraction of the span: far below that of a clock that was set. */
const EVEN_TOLERANCE = 1e-3;

/** True if the stamps of at least a quarter of the columns rise in even steps between two of them. */
function isEven({ stampNs, columnValid, columns }: Scan, first: number, last: number): boolean {
  if (last - first < columns / 4) return false;
  const span = Number(stampNs[last] - stampNs[first]);
  if (!(span > 0)) return false;
  for (let c = first; c <= last; c++) {
    if (stampNs[c] === 0n || columnValid[c] === 0) continue;
    const off = Number(stampNs[c] - stampNs[first]) / span - (c - first) / (last - first);
    if (Math.abs(off) > EVEN_TOLERANCE) return false;
  }
  return true;
}
