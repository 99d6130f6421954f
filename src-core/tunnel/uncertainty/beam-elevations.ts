import type { UncertaintyComponent } from './component.ts';

/** Stretch of all heights by errors of the beams' elevations, which no drive shows: planes stay planes. */
export const beamElevations: UncertaintyComponent = {
  source: 'beam-elevations',
  equation: 15,
  reach: 'common',
  sigma: ({ integral, options }) => integral.volume * options.heightSigma,
};
