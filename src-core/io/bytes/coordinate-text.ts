import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';

/**
 * Formats a length or coordinate: decimal point in every locale, no exponent, a hundredth of a millimetre. With
 * eight digits before the point an f64 resolves far more than that.
 *
 * @throws SocavonError export-range for a value that is not finite
 */
export function coordinateText(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15)
    throw new SocavonError('export-range', message('coordinate-not-finite', { value }));
  const text = value.toFixed(5).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

/** Formats a value with a fixed number of decimals, as columns of a table need them. */
export function fixedText(value: number, decimals: number): string {
  coordinateText(value);
  const text = value.toFixed(decimals);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}
