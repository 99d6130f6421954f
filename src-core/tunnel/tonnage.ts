import { SocavonError } from '../model/errors.ts';
import { sentence } from '../model/sentences.ts';

/** What a volume in the rock weighs, and how much it is once it is loose. */
export interface Tonnage {
  /** In place, m^3. */
  readonly bank: number;
  /** Loose, m^3: bank x (1 + swell). */
  readonly loose: number;
  /** Metric tonnes: bank x density. */
  readonly tonnes: number;
  /** Half-width of the interval of 95 % of `tonnes`, by that of the volume alone. */
  readonly tonnesPlusMinus: number;
}

/** Denser than any ore, t/m^3; beyond it somebody gave kg/m^3. */
const DENSEST = 10;
/** Rock that swells by more is no rock: somebody gave percents. */
const MOST_SWELL = 1.5;

/**
 * Tonnes of a volume.
 *
 * @param bank in place, m^3, with the half-width of its interval
 * @param density in place, t/m^3
 * @param swell share that the rock gains in volume when it is broken, such as 0.4
 * @throws SocavonError density-unusable
 */
export function tonnage(
  bank: { readonly value: number; readonly plusMinus: number },
  density: number,
  swell: number,
): Tonnage {
  if (!(density > 0))
    throw new SocavonError(
      'density-unusable',
      `A density of ${density} t/m³ gives no tonnes; give that of the rock in place, such as 2.7.`,
      { sentence: sentence('density-none', { density }) },
    );
  if (density > DENSEST)
    throw new SocavonError(
      'density-unusable',
      `A density of ${density} t/m³ is more than any ore has; is it in kg/m³? Give t/m³, such as 2.7.`,
      { sentence: sentence('density-unit', { density }) },
    );
  if (!(swell >= 0 && swell <= MOST_SWELL))
    throw new SocavonError(
      'density-unusable',
      `A swell of ${swell} is not possible; give the share that the rock gains when it is broken, such as 0.4 for 40 %.`,
      { sentence: sentence('swell-none', { swell }) },
    );
  return {
    bank: bank.value,
    loose: bank.value * (1 + swell),
    tonnes: bank.value * density,
    tonnesPlusMinus: bank.plusMinus * density,
  };
}
