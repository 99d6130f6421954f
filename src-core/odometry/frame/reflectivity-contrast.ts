import type { Scan } from '../../model/scan.ts';
import type { ScanPoints } from './scan-points.ts';

/** Largest ratio of the ranges within one class. */
const CLASS_RATIO = 1.15;
const CLASSES = 40;
/** Lower bound of the first class, m. */
const NEAREST = 0.5;
/** Upper limit of the contrast, so that a retro-reflector does not dominate a wall. */
const LARGEST = 2;

/** Squared range at which each class begins; nearer returns are of the first class, farther ones of the last. */
const BEGIN = Float64Array.from({ length: CLASSES + 1 }, (_, kind) => {
  if (kind === 0) return 0;
  return kind < CLASSES ? NEAREST ** 2 * CLASS_RATIO ** (2 * kind) : Number.POSITIVE_INFINITY;
});

/**
 * Reflectivity of each return relative to the mean at its range in this scan, minus 1: the texture of the wall
 * without the sensor's dependence on range and grazing incidence (firmware without calibrated reflectivity, wet
 * rock). It depends on one scan alone, not on earlier ones.
 *
 * @param points of the scan, as captured
 * @param out one number per point, -1 .. 2
 */
export function reflectivityContrast(
  { reflectivity }: Pick<Scan, 'reflectivity'>,
  { count, xyz, pixel }: ScanPoints,
  out: Float32Array,
): void {
  const sums = new Float64Array(CLASSES);
  const returns = new Float64Array(CLASSES);
  let kind = 0;
  // `out` stores the classes until the contrast replaces them.
  for (let i = 0; i < count; i++) {
    const squared = xyz[3 * i] ** 2 + xyz[3 * i + 1] ** 2 + xyz[3 * i + 2] ** 2;
    // Starts at the class of the previous return, which is mostly the same: a logarithm is slower.
    while (squared >= BEGIN[kind + 1]) kind++;
    while (squared < BEGIN[kind]) kind--;
    sums[kind] += reflectivity[pixel[i]];
    returns[kind]++;
    out[i] = kind;
  }
  for (let i = 0; i < count; i++) {
    const usual = sums[out[i]] / returns[out[i]];
    out[i] = usual > 0 ? Math.min(reflectivity[pixel[i]] / usual - 1, LARGEST) : 0;
  }
}
