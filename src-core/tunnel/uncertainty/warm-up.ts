import { uniformSigma } from '../../math/coverage.ts';
import type { UncertaintyComponent } from './component.ts';

/** Mean drift of the ranges of a drive while the instrument warms up, within its bound. */
export const warmUp: UncertaintyComponent = {
  source: 'warm-up',
  equation: 3,
  reach: 'common',
  sigma: ({ instrument, options }) => uniformSigma(instrument.common * options.warmUpBias),
};
