/** Reflectivity, 0 to 65535, of an intensity. */
export type Brightness = (intensity: number) => number;

const asItIs: Brightness = (value) => (value > 0 ? Math.min(65535, Math.round(value)) : 0);

/**
 * Reflectivity of the intensities of a text, which does not say what they mean, after a sample of them: fractions
 * of 1 become 0 to 65535; in a PTS, Leica's -2048 to 2047 become 0 to 4095; any other is taken as it is.
 *
 * @param of 'ptx': the format has fractions of 1, even if all of the sample are 0 or 1
 */
export function brightnessOfSample(sample: readonly number[], of: 'xyz' | 'pts' | 'ptx'): Brightness {
  const known = sample.filter(Number.isFinite);
  const isUnit = known.every((value) => value >= 0 && value <= 1);
  if (isUnit && (of === 'ptx' || known.some((value) => value > 0 && value < 1)))
    return (value) => asItIs(65535 * value);
  const isLeica =
    of === 'pts' &&
    known.some((value) => value < 0) &&
    known.every((value) => value >= -2048 && value <= 2047);
  return isLeica ? (value) => asItIs(value + 2048) : asItIs;
}
