import type { UncertaintyComponent } from './component.ts';

/** Mean of the n beams' own constant offsets, which are independent: the wall feels it as a range bias. */
export const beamOffsets: UncertaintyComponent = {
  source: 'beam-offsets',
  equation: 4,
  reach: 'common',
  sigma: ({ instrument, options }) => (instrument.common * options.beamSigma) / Math.sqrt(options.beams),
};
