import { SocavonError } from '../../model/errors.ts';

/**
 * A length or coordinate as text: decimal point whatever the country, no exponent, a hundredth of a millimetre. Eight
 * digits before the point leave an f64 far more than that.
 * @throws SocavonError export-range for what is not finite
 */
export function coordinateText(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15)
    throw new SocavonError(
      'export-range',
      `A coordinate to be written is ${value}, which no drawing can hold; measure the drive again, and report this if it stays.`,
    );
  const text = value.toFixed(5).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

/** The same with all its decimals, as columns of a table want them. */
export function fixedText(value: number, decimals: number): string {
  coordinateText(value);
  const text = value.toFixed(decimals);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}
