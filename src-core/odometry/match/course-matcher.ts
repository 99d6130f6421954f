import { solveCholesky } from '../../math/cholesky.ts';
import { bendCourse, COURSE_TERMS, courseTerms, type ScanCourse } from './scan-course.ts';
import type { ScanMatcherOptions } from './scan-matcher.ts';
import { ScanMatcher } from './scan-matcher.ts';
import type { Submap } from './submap.ts';

/** Prior standard deviations of each term of a course: turn, rad, and shift, m. */
export type CourseSigmas = readonly { readonly turn: number; readonly shift: number }[];

const N = 6 * COURSE_TERMS;

/**
 * Fits the intra-scan trajectory to the submap: Gauss-Newton on the same residuals as `ScanMatcher`, but with one
 * pose for each segment of the rotation, coupled by a few smooth terms. The points thus constrain how the sensor
 * moved within the scan, not only its pose.
 *
 * @param course initial guess; updated in place
 * @param submap without this scan
 */
export function matchCourse(
  course: ScanCourse,
  submap: Submap,
  sigmas: CourseSigmas,
  opening: number,
  options: ScanMatcherOptions,
): void {
  const matcher = new ScanMatcher(options);
  const bend = new Float64Array(N);
  let kernel = opening;
  for (let iteration = 0; iteration < options.maxIterations; iteration++) {
    const { H, b } = systemOf(course, matcher, submap, kernel);
    sigmas.forEach(({ turn, shift }, k) => {
      for (let i = 6 * k; i < 6 * k + 6; i++) {
        const information = 1 / (i < 6 * k + 3 ? turn : shift) ** 2;
        H[(N + 1) * i] += information;
        b[i] -= information * bend[i];
      }
    });
    const step = solveCholesky(H, b, N);
    if (step === null) return;
    bendCourse(course, step);
    for (let i = 0; i < N; i++) bend[i] += step[i];
    kernel /= 2;
    const isSettled =
      step.every((value, i) =>
        i % 6 < 3
          ? Math.abs(value) < options.rotationTolerance
          : Math.abs(value) < options.translationTolerance,
      ) && kernel < options.rangeSigma;
    if (isSettled) return;
  }
}

/** Assembles the normal equations of all terms from those of the segments. */
function systemOf(
  course: ScanCourse,
  matcher: ScanMatcher,
  submap: Submap,
  kernel: number,
): { H: Float64Array; b: Float64Array } {
  const H = new Float64Array(N * N);
  const b = new Float64Array(N);
  for (const { fraction, T_map_sensor, points } of course.parts) {
    const part = matcher.systemAt(points, submap, T_map_sensor, kernel);
    const terms = courseTerms(fraction);
    for (let k = 0; k < COURSE_TERMS; k++)
      for (let i = 0; i < 6; i++) {
        b[6 * k + i] += terms[k] * part.b[i];
        for (let l = 0; l < COURSE_TERMS; l++)
          for (let j = 0; j < 6; j++)
            H[N * (6 * k + i) + 6 * l + j] += terms[k] * terms[l] * part.H[i >= j ? 6 * i + j : 6 * j + i];
      }
  }
  return { H, b };
}
