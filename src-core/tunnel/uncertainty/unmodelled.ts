import type { UncertaintyComponent } from './component.ts';
import type { HalfLimits } from './halves.ts';
import { sharedBound } from './instrument-posterior.ts';
import { placeRadialSigma } from './registration-radial.ts';
import type { UncertaintyOptions } from './uncertainty-options.ts';

/** What independent halves of the points show beyond all other components: docs/volume.md, 4.7. */
export const unmodelled: UncertaintyComponent = {
  source: 'unmodelled',
  equation: 14,
  reach: 'local',
  // What the halves show counts whole: it is measured, if not modelled (GUM F.2.4.5).
  sigma: ({ halves }) => Math.hypot(0, ...halves.differences.map(({ volume }) => volume)),
};

/** What halves may differ by according to the other components. */
export function halfLimits(options: UncertaintyOptions): HalfLimits {
  return {
    bias: sharedBound(options),
    incidence: options.incidenceBias,
    spread: options.spreadBias,
    beam: options.beamSigma,
    lateral: options.lateralSigma,
    radial: placeRadialSigma(options.lateralSigma),
  };
}
