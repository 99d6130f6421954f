import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { DENSITIES, SWELLS } from '../../model/material.ts';

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
  if (!(density >= DENSITIES.min))
    throw new SocavonError('density-unusable', message('density-none', { density }));
  if (density > DENSITIES.max)
    throw new SocavonError('density-unusable', message('density-unit', { density }));
  if (!(swell >= SWELLS.min && swell <= SWELLS.max))
    throw new SocavonError('density-unusable', message('swell-none', { swell }));
  return {
    bank: bank.value,
    loose: bank.value * (1 + swell),
    tonnes: bank.value * density,
    tonnesPlusMinus: bank.plusMinus * density,
  };
}
