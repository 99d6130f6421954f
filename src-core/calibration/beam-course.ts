/** Degree of the polynomial over elevation that a drive does not tell from its own walls. */
const COURSE_DEGREE = 3;

/**
 * Terms that give a beam's parameter less the smooth course of all beams over their elevation, a cubic. Upper beams meet
 * the crown, lower ones the floor, level ones the walls far ahead: what rock, incidence and poses do to each is smooth
 * over the elevation, and would pass for an error of the beams. Neighbours meet the same wall, and differ by their own.
 *
 * @param altitudeDeg of the beams
 * @param degree of the course: 0 is the mean
 * @returns beams * beams, row-major: the factors of all beams for each
 */
export function lessCourse(
  altitudeDeg: ArrayLike<number>,
  beams: number,
  degree = COURSE_DEGREE,
): Float64Array {
  const modes: Float64Array[] = [];
  let largest = 1;
  for (let b = 0; b < beams; b++) largest = Math.max(largest, Math.abs(altitudeDeg[b]));
  for (let power = 0; power <= Math.min(degree, beams - 1); power++) {
    const mode = Float64Array.from({ length: beams }, (_, b) => (altitudeDeg[b] / largest) ** power);
    // Gram and Schmidt, twice, for the digits.
    for (let pass = 0; pass < 2; pass++)
      for (const known of modes) {
        const share = mode.reduce((sum, value, b) => sum + value * known[b], 0);
        for (let b = 0; b < beams; b++) mode[b] -= share * known[b];
      }
    const length = Math.hypot(...mode);
    if (length > 1e-9) modes.push(mode.map((value) => value / length));
  }
  const factors = new Float64Array(beams * beams);
  for (let i = 0; i < beams; i++)
    for (let j = 0; j < beams; j++)
      factors[beams * i + j] = modes.reduce((sum, mode) => sum - mode[i] * mode[j], i === j ? 1 : 0);
  return factors;
}

/** A row of `lessCourse` as pairs of column and factor. @param first column of the first beam */
export function courseTerms(
  factors: Float64Array,
  beams: number,
  first: number,
  beam: number,
): (readonly [column: number, factor: number])[] {
  return Array.from({ length: beams }, (_, b) => [first + b, factors[beams * beam + b]] as const);
}
