import type { UncertaintyComponent } from './component.ts';

/** Biases that grow as 1 / cos - 1 and as 1 - cos of the angle at which a ray meets the wall, but for what goes with (1). */
export const incidence: UncertaintyComponent = {
  source: 'incidence',
  equation: 2,
  reach: 'common',
  sigma: ({ instrument }) => instrument.rest,
};
