import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';

/** Mass of a volume of rock in place, and its loose volume. */
export interface Tonnage {
  /** In place, m^3. */
  readonly bank: number;
  /** Loose, m^3: bank x (1 + swell). */
  readonly loose: number;
  /** Metric tonnes: bank x density. */
  readonly tonnes: number;
  /** Half-width of the 95 % interval of `tonnes`, from that of the volume alone. */
  readonly tonnesPlusMinus: number;
}

/** Denser than any ore, t/m^3; a greater value was probably in kg/m^3. */
const DENSEST = 10;
/** Greater than the swell of any rock; a greater value was probably in per cent. */
const MOST_SWELL = 1.5;

/**
 * Tonnes of a volume.
 *
 * @param bank in place, m^3, with the half-width of its interval
 * @param density in place, t/m^3
 * @param swell share by which the rock grows when broken, such as 0.4
 * @throws SocavonError density-unusable
 */
export function tonnage(
  bank: { readonly value: number; readonly plusMinus: number },
  density: number,
  swell: number,
): Tonnage {
  if (!(density > 0)) throw new SocavonError('density-unusable', message('density-none', { density }));
  if (density > DENSEST) throw new SocavonError('density-unusable', message('density-unit', { density }));
  if (!(swell >= 0 && swell <= MOST_SWELL))
    throw new SocavonError('density-unusable', message('swell-none', { swell }));
  return {
    bank: bank.value,
    loose: bank.value * (1 + swell),
    tonnes: bank.value * density,
    tonnesPlusMinus: bank.plusMinus * density,
  };
}
