import type { RegionMeasures } from '../../math/polygon-overlap.ts';
import { message } from '../../messages/message.ts';
import { remark } from '../../messages/remark.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Recess, StatedValue } from '../../model/recess.ts';
import type { Profile, Volume, VolumeMethods, VolumeWarning } from '../../model/tunnel.ts';
import type { AxisGeometry } from '../axis/axis-geometry.ts';
import { solidVolume } from '../sections/closed-solid.ts';
import { UNCERTAINTY_DEFAULTS, type UncertaintyOptions } from '../uncertainty/uncertainty-options.ts';
import { objectsBetween } from '../wall/objects/wall-object.ts';
import { swept } from '../wall/swept-volume.ts';
import { integrateWall, type WallIntegral } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { halfWarnings } from './parts/half-warnings.ts';
import { volumeUncertainty } from './parts/volume-uncertainty.ts';
import {
  correctionWarnings,
  meshWarnings,
  type VolumeWarningOptions,
  volumeWarnings,
} from './parts/volume-warnings.ts';
import { waterWarnings } from './parts/water-warnings.ts';
import { recessesBetween } from './recesses.ts';

/** Options of a volume. */
export interface VolumeOptions extends UncertaintyOptions, VolumeWarningOptions {}

export const VOLUME_DEFAULTS: VolumeOptions = {
  ...UNCERTAINTY_DEFAULTS,
  every: 0.5,
  minMeasuredShare: 0.9,
  maxDisagreement: 0.005,
};

/** Coverage of the ± interval. */
const CONFIDENCE = 0.95;

/** Tolerance for a range beyond the surveyed wall before a warning, m. */
const END_TOLERANCE = 1e-6;

/**
 * Volume of the void between two chainages, by four rules, with its uncertainty (docs/volume.md).
 *
 * The value is the integral over all thin slabs of the wall: it is additive (V(a,b) + V(b,c) = V(a,c)) and
 * has no error from the interval. Average end area, prismoidal rule and closed solid over the profiles are
 * computed as checks. All take the turn of the axis into account.
 *
 * @param from, to chainages; a part beyond the surveyed wall is cut off with a warning
 * @throws SocavonError chainage-range: reversed, empty, or wholly outside the surveyed wall
 */
export function volumeBetween(
  wall: WallSurface,
  from: number,
  to: number,
  options: Partial<VolumeOptions> = {},
): Volume {
  const o = { ...VOLUME_DEFAULTS, ...options };
  const warnings: VolumeWarning[] = [];
  const [a, b] = surveyedPart(wall, from, to, warnings);
  const integral = integrateWall(wall, a, b);
  const profiles = wall.profiles(o.every, a, b);
  const methods = volumeMethods(wall, profiles, integral, o.every, a, b);
  const { parts, plusMinus, perMetrePlusMinus, statedFirst, halves } = volumeUncertainty(
    wall,
    integral,
    [a, b],
    CONFIDENCE,
    o,
  );
  const measuredShare = integral.measuredSurface / integral.surface;
  warnings.push(
    ...volumeWarnings(wall.geometry, profiles, integral, methods, measuredShare, o),
    ...halfWarnings(halves, o),
    ...waterWarnings(wall, a, b),
  );
  const volume = { value: integral.volume, plusMinus, confidence: CONFIDENCE };
  const objects = objectsBetween(wall, a, b);
  warnings.push(...meshWarnings(objects), ...correctionWarnings(wall));
  const recesses = recessesBetween(wall, a, b, o.rangeBias);
  const length = wall.geometry.lengthBetween(a, b);
  return {
    chainageFrom: a,
    chainageTo: b,
    length,
    sections: wall.geometry.sections,
    volume,
    drive: withoutRecesses(volume, recesses),
    perMetre: { value: integral.volume / length, plusMinus: perMetrePlusMinus, confidence: CONFIDENCE },
    statedFirst,
    recesses,
    objects,
    corrections: wall.corrections,
    methods,
    uncertainty: parts,
    halves: halves.compared,
    measuredShare,
    warnings,
  };
}

/**
 * The wall lines across the openings are as uncertain for the drive as for the recesses: their ± is added to
 * that of the whole.
 */
function withoutRecesses(volume: StatedValue, recesses: readonly Recess[]): StatedValue {
  return {
    value: recesses.reduce((rest, recess) => rest - recess.volume.value, volume.value),
    plusMinus: Math.hypot(volume.plusMinus, ...recesses.map((recess) => recess.volume.plusMinus)),
    confidence: volume.confidence,
  };
}

function surveyedPart(
  wall: WallSurface,
  from: number,
  to: number,
  warnings: VolumeWarning[],
): [number, number] {
  const [knownFrom, knownTo] = [wall.surveyedFrom.toFixed(2), wall.surveyedTo.toFixed(2)];
  const figures = { start: from, end: to, knownStart: knownFrom, knownEnd: knownTo };
  if (!(to > from)) throw new SocavonError('chainage-range', message('chainage-empty', figures));
  const a = Math.max(from, wall.surveyedFrom);
  const b = Math.min(to, wall.surveyedTo);
  if (!(b > a)) throw new SocavonError('chainage-range', message('chainage-outside', figures));
  if (a > from + END_TOLERANCE || b < to - END_TOLERANCE)
    warnings.push({
      code: 'range-clamped',
      ...remark('range-clamped', {
        start: a.toFixed(2),
        end: b.toFixed(2),
        askedStart: from,
        askedEnd: to,
      }),
    });
  return [a, b];
}

function volumeMethods(
  wall: WallSurface,
  profiles: readonly Profile[],
  integral: WallIntegral,
  every: number,
  from: number,
  to: number,
): VolumeMethods {
  const extended = solidProfiles(wall, profiles, from, to);
  let endArea = 0;
  let prismoidal = 0;
  for (let i = 0; i + 1 < extended.length; i++) {
    const p = extended[i];
    const q = extended[i + 1];
    const middle = (p.chainage + q.chainage) / 2;
    const m = wall.profileAt(middle, every);
    endArea += wedge(wall.geometry, p, middle) - wedge(wall.geometry, q, middle);
    prismoidal +=
      m === null
        ? wedge(wall.geometry, p, middle) - wedge(wall.geometry, q, middle)
        : simpson(wall.geometry, p, m, q);
  }
  const solid = solidVolume(extended);
  if (solid === null) throw new SocavonError('internal', 'The solid between the profiles does not close.');
  return { integral: integral.volume, endArea, prismoidal, solid };
}

/**
 * The rings of the closed solid of a stretch: its profiles, and at an end without one the nearest, none of whose
 * vertices was measured there.
 *
 * @param profiles of `wall.profiles` between the chainages
 */
export function solidProfiles(
  wall: WallSurface,
  profiles: readonly Profile[],
  from: number,
  to: number,
): Profile[] {
  const extended = [...profiles];
  if (extended.length === 0 || extended[0].chainage > from)
    extended.unshift(movedTo(wall, from, extended[0] ?? nearestProfile(wall, from, to)));
  if (extended[extended.length - 1].chainage < to)
    extended.push(movedTo(wall, to, extended[extended.length - 1]));
  return extended;
}

/** Volume swept by a profile from its chainage to another, m^3; signed. */
function wedge(geometry: AxisGeometry, profile: Profile, to: number): number {
  return swept(regionOf(profile), geometry.turnBetween(profile.chainage, to));
}

function simpson(geometry: AxisGeometry, p: Profile, m: Profile, q: Profile): number {
  const turn = geometry.turnBetween(p.chainage, q.chainage);
  return (swept(regionOf(p), turn) + 4 * swept(regionOf(m), turn) + swept(regionOf(q), turn)) / 6;
}

function regionOf({ area, centroid }: Profile): RegionMeasures {
  return { area, momentX: area * centroid[0], momentY: area * centroid[1] };
}

function movedTo(wall: WallSurface, chainage: number, profile: Profile): Profile {
  const { origin, left, up } = wall.geometry.frameAt(chainage);
  return { ...profile, chainage, origin, left, up, measured: new Uint8Array(profile.measured.length) };
}

/** The profile of the closed slab nearest to a range without a station on a closed one. */
function nearestProfile(wall: WallSurface, from: number, to: number): Profile {
  const { slab } = wall.options;
  for (let distance = 0; ; distance += slab) {
    const profile = wall.profileAt((from + to) / 2, to - from + 2 * distance);
    if (profile !== null) return profile;
    for (const side of [from - distance, to + distance]) {
      const aside = wall.profileAt(side, slab);
      if (aside !== null) return aside;
    }
  }
}
