/** A look at the memory of a long work. */
export interface Look {
  /** How far the work is: scans, or hours. */
  readonly at: number;
  readonly mib: number;
}

/**
 * Growth of memory, MiB per unit of `at`, by least squares, without the first third, in which a program warms up; null of
 * fewer than three looks.
 */
export function memorySlope(looks: readonly Look[]): number | null {
  const late = looks.slice(Math.floor(looks.length / 3));
  if (late.length < 3) return null;
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const x = mean(late.map(({ at }) => at));
  const y = mean(late.map(({ mib }) => mib));
  const xx = mean(late.map(({ at }) => (at - x) ** 2));
  const xy = mean(late.map(({ at, mib }) => (at - x) * (mib - y)));
  return xy / xx;
}
