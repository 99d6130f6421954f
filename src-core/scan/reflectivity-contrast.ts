import type { Scan } from '../model/scan.ts';
import type { ScanPoints } from './scan-points.ts';

/** Ranges of one class differ by this factor at most. */
const CLASS_RATIO = 1.15;
const CLASSES = 40;
/** Nearest range of the first class, m. */
const NEAREST = 0.5;
/** So that a retro-reflector does not outshine a wall. */
const LARGEST = 2;

const PER_CLASS = 1 / (2 * Math.log(CLASS_RATIO));

/**
 * Reflectivity of each return over what is usual at its range in this scan, minus 1: the texture of the wall without
 * what the sensor makes of range and grazing incidence (firmware without calibrated reflectivity, wet rock). It follows
 * from one scan alone, so that it does not depend on what was seen before.
 *
 * @param points of the scan, as captured
 * @param out one number per point, -1 .. 2
 */
export function reflectivityContrast(scan: Scan, { count, xyz, pixel }: ScanPoints, out: Float32Array): void {
  const sums = new Float64Array(CLASSES);
  const returns = new Float64Array(CLASSES);
  // The classes lie in `out` until the contrast takes their place.
  for (let i = 0; i < count; i++) {
    const kind = classOf(xyz[3 * i] ** 2 + xyz[3 * i + 1] ** 2 + xyz[3 * i + 2] ** 2);
    sums[kind] += scan.reflectivity[pixel[i]];
    returns[kind]++;
    out[i] = kind;
  }
  for (let i = 0; i < count; i++) {
    const usual = sums[out[i]] / returns[out[i]];
    out[i] = usual > 0 ? Math.min(scan.reflectivity[pixel[i]] / usual - 1, LARGEST) : 0;
  }
}

function classOf(squaredRange: number): number {
  const kind = Math.floor(PER_CLASS * Math.log(squaredRange / NEAREST ** 2));
  return Math.min(Math.max(kind, 0), CLASSES - 1);
}
