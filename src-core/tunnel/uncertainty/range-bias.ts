import { uniformSigma } from '../../math/coverage.ts';
import type { UncertaintyComponent, VolumeEvidence } from './component.ts';

/** Half-width of the effect of a bias that all ranges share, m^3: a b, with the lever a of docs/volume.md, 4.2. */
export function rangeBiasHalfWidth({ instrument, options }: VolumeEvidence): number {
  return instrument.common * options.rangeBias;
}

export const rangeBias: UncertaintyComponent = {
  source: 'range-bias',
  equation: 1,
  reach: 'bounded',
  sigma: (evidence) => uniformSigma(rangeBiasHalfWidth(evidence)),
};
