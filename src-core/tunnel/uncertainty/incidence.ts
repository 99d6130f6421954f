import { type UncertaintyComponent, uniformSigma } from './component.ts';

/** A bias that grows as 1 - cos of the angle at which a ray meets the wall, within the bound at 75 degrees. */
export const incidence: UncertaintyComponent = {
  source: 'incidence',
  equation: 2,
  reach: 'common',
  sigma: ({ lever, options }) => uniformSigma(lever.incidence * options.incidenceBias),
};
