import type { Axis } from '../../model/axis.ts';
import type { ReliabilityProfile } from '../../model/reliability.ts';
import type { Profile } from '../../model/tunnel.ts';
import { alongSigma, lengthSigma } from '../axis/reliability-lengths.ts';
import type { UncertaintyComponent, VolumeEvidence } from './component.ts';

/** Length of the map between the two chainages: docs/volume.md, 4.1. */
export const registrationAlong: UncertaintyComponent = {
  source: 'registration-along',
  equation: 12,
  reach: 'length',
  sigma: ({ integral, options }) => integral.meanArea * options.alongSigma,
};

/**
 * What remains of the ± of the length in a volume per metre, times the length, m^3: a stretch that is longer than
 * mapped weighs more in the mean section, at most it is the whole of it.
 */
export function alongPerMetreSigma({ integral, length, options }: VolumeEvidence): number {
  return integral.areaSpread * Math.min(length, options.alongSigma);
}

/**
 * Length uncertainty of an observed map as it affects the volume, m: times the mean area it is that component of
 * the volume. Where the length was not observed it counts whole, along any axis: the map may show 40 m of a drive
 * of 60, and which rock lies between two chainages is not known.
 *
 * With the axis from the trajectory an error of the length is one of the volume. A given axis fixes the
 * length itself; the map's error e along it then only shifts which rock is at which chainage, so that with
 * areas that vary by s about their mean the error of the volume is e(from) (A(to) - A(from)) + e(from..to)
 * (A(to) - mean A): docs/volume.md, 4.1.
 */
export function volumeAlongSigma(
  axis: Axis,
  strip: ReliabilityProfile,
  from: number,
  to: number,
  profiles: readonly Pick<Profile, 'area'>[],
): number {
  const ofLength = lengthSigma(strip, from, to);
  if (axis.source !== 'given' || profiles.length < 2) return ofLength;
  const areas = profiles.map(({ area }) => area);
  const mean = areas.reduce((sum, area) => sum + area, 0) / areas.length;
  const variance = areas.reduce((sum, area) => sum + (area - mean) ** 2, 0) / (areas.length - 1);
  const shift = Math.hypot(Math.SQRT2 * alongSigma(strip, from), ofLength);
  return (shift * Math.sqrt(variance)) / mean;
}
