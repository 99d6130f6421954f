import { uniformSigma } from '../../math/coverage.ts';
import type { UncertaintyComponent } from './component.ts';

/** Noise of the cells (docs/volume.md, 4.3), and the corners of the sections that it rounds off. */
export const rangeNoise: UncertaintyComponent = {
  source: 'range-noise',
  equation: 5,
  reach: 'local',
  sigma({ integral, length, options }) {
    // A section loses between nothing and pi times the square of the noise, of which nothing tells how much.
    const blur = uniformSigma(Math.PI * options.rangeNoise ** 2 * length);
    return Math.hypot(Math.sqrt(integral.cellVariance), blur);
  },
};
