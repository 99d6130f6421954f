import type { UncertaintyComponent } from './component.ts';

/** Position error of the wall that is common to what is seen from one place. */
export const registrationRadial: UncertaintyComponent = {
  source: 'registration-radial',
  equation: 13,
  reach: 'local',
  sigma: ({ integral, options }) => integral.surface * options.radialSigma,
};

/** Length of path from which a place of the wall is seen, m: beyond it the lateral shift is independent. */
const SEEN_FROM = 10;

/**
 * Standard uncertainty of the wall's radial position where it is seen from one place, m. Sway shifts a section as
 * a whole: what one wall gains the other loses. What remains is the change of the shift while a stretch is seen,
 * assumed to be a tenth.
 */
export function placeRadialSigma(lateralSigma: number): number {
  return lateralSigma / 10;
}

/**
 * Standard uncertainty of the wall's radial position due to the sway of the path, m of the whole wall: independent
 * between stretches that are not seen from one place.
 */
export function radialSigma(lateralSigma: number, length: number): number {
  return placeRadialSigma(lateralSigma) * Math.sqrt(Math.min(1, SEEN_FROM / length));
}
