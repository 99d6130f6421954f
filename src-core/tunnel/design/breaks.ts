import { message } from '../../messages/message.ts';
import type { Stretch } from '../../model/axis.ts';
import {
  type BreakVolumes,
  SECTORS,
  type SectionBreak,
  type SectorBreak,
  type StretchBreaks,
} from '../../model/breaks.ts';
import type { DesignProgramme, DesignStretch } from '../../model/design.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Profile } from '../../model/tunnel.ts';
import type { AxisTurn } from '../axis/axis-geometry.ts';
import { swept } from '../wall/swept-volume.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import type { BreakContour } from './break-contour.ts';
import { designLines } from './design-lines.ts';
import {
  breakPartsOf,
  type ComparedProfile,
  deeper,
  SectionComparer,
  stretchedRegion,
  sumOfParts,
} from './section-breaks.ts';

/** Over- and underbreak, and the contours that bound them. */
interface ContouredBreaks {
  readonly volumes: BreakVolumes;
  readonly contours: readonly BreakContour[];
}

/**
 * Design volume, overbreak and underbreak between two chainages, by average end areas over profiles, the turn
 * of the axis included, m^3; with the contours that their ± is computed from.
 *
 * Where the design changes between two profiles, each side of the change is compared with its own section.
 *
 * @param every interval of the profiles, m of chainage; overbreak and underbreak cancel within the thickness
 *   of a profile, so a small interval (0.1 to 0.5 m) separates them better
 * @throws SocavonError chainage-range: reversed, empty, or without a closed section; design-unusable if an
 *   offset leaves nothing of a section, or no stretch of the design is between the chainages
 */
export function contouredBreaks(
  wall: WallSurface,
  programme: DesignProgramme,
  from: number,
  to: number,
  every: number,
): ContouredBreaks {
  const profiles = wall.profiles(every, from, to);
  if (profiles.length === 0)
    throw new SocavonError('chainage-range', message('breaks-no-profile', { from, to }));
  return contouredBreaksOf(profiles, programme, from, to, (a, b) => wall.geometry.turnBetween(a, b));
}

/** As `contouredBreaks`, over given profiles, in order of chainage. @param turn of the axis between two chainages */
export function contouredBreaksOf(
  profiles: readonly Profile[],
  programme: DesignProgramme,
  from: number,
  to: number,
  turn: (from: number, to: number) => AxisTurn,
): ContouredBreaks {
  const parts = programme.stretches
    .map((stretch) => ({ stretch, ...withinRange(stretch, from, to) }))
    .filter((part) => part.to > part.from);
  if (parts.length === 0)
    throw new SocavonError('design-unusable', message('breaks-no-design', { from, to }));
  const stretches = parts.map((part) => measured(part, profiles, from, to, turn, programme));
  const volumes = {
    design: stretches.reduce((sum, { volumes }) => sum + volumes.design, 0),
    ...sumOfParts(stretches.map(({ volumes }) => volumes)),
    sections: sectionsOf(profiles, stretches),
    sectors: SECTORS.map((_, i) => joined(stretches.map(({ sectors }) => sectors[i]))),
    stretches: stretches.map(({ volumes }) => volumes),
    undesigned: gapsBetween(parts, from, to),
  };
  return { volumes, contours: stretches.flatMap(({ contours }) => contours) };
}

interface Part extends Stretch {
  readonly stretch: DesignStretch;
}

interface MeasuredPart {
  readonly volumes: StretchBreaks;
  readonly sectors: readonly SectorBreak[];
  readonly compared: ReadonlyMap<Profile, ComparedProfile>;
  readonly contours: readonly BreakContour[];
}

/**
 * Each profile represents the stretch up to the middle between it and its neighbours, clipped to the design
 * stretch.
 */
function measured(
  { stretch, from, to }: Part,
  profiles: readonly Profile[],
  begin: number,
  end: number,
  turn: (from: number, to: number) => AxisTurn,
  programme: DesignProgramme,
): MeasuredPart {
  const comparer = new SectionComparer(stretch.name, designLines(stretch.section, programme));
  const compared = new Map<Profile, ComparedProfile>();
  const pieces: SectorBreak[][] = [];
  const contours: BreakContour[] = [];
  const areVertical = profiles.some(({ heightStretch }) => heightStretch !== undefined);
  let designed = areVertical ? 0 : swept(comparer.design, turn(from, to));
  profiles.forEach((profile, i) => {
    const a = i === 0 ? begin : (profiles[i - 1].chainage + profile.chainage) / 2;
    const b = i === profiles.length - 1 ? end : (profile.chainage + profiles[i + 1].chainage) / 2;
    const [first, last] = [Math.max(a, from), Math.min(b, to)];
    if (!(last > first)) return;
    const comparison = comparer.compare(profile);
    compared.set(profile, comparison);
    const bend = turn(first, last);
    const { chainage, heightStretch = 1 } = profile;
    contours.push({ chainage, length: bend.length * heightStretch, vertices: comparison.vertices });
    if (areVertical) designed += swept(stretchedRegion(comparer.design, profile.heightStretch ?? 1), bend);
    // The stretch of a profile may reach beyond a change of the design; the depths are those of the profile
    // itself.
    const isHere = profile.chainage >= from && profile.chainage <= to;
    pieces.push(
      comparison.regions.map((regions, k) => ({
        ...comparison.section.sectors[k],
        ...breakPartsOf(regions, (region) => swept(region, bend)),
        ...(!isHere && { deepestOver: null, deepestUnder: null }),
      })),
    );
  });
  const sectors = SECTORS.map((_, k) => joined(pieces.map((piece) => piece[k])));
  const volumes = {
    name: stretch.name,
    from,
    to,
    design: designed,
    ...sumOfParts(sectors),
  };
  return { volumes, sectors, compared, contours };
}

/** Merges consecutive parts of one sector along the drive. @param parts at least one */
function joined(parts: readonly SectorBreak[]): SectorBreak {
  return {
    sector: parts[0].sector,
    ...sumOfParts(parts),
    deepestOver: parts.reduce<SectorBreak['deepestOver']>(
      (best, part) => deeper(best, part.deepestOver),
      null,
    ),
    deepestUnder: parts.reduce<SectorBreak['deepestUnder']>(
      (best, part) => deeper(best, part.deepestUnder),
      null,
    ),
  };
}

/**
 * Each profile against the design stretch at its chainage; at a change of the design that is the one that
 * begins there.
 */
function sectionsOf(profiles: readonly Profile[], parts: readonly MeasuredPart[]): SectionBreak[] {
  return profiles.flatMap((profile) => {
    const { chainage } = profile;
    const part =
      parts.find(({ volumes }) => chainage >= volumes.from && chainage < volumes.to) ??
      parts.find(({ volumes }) => chainage === volumes.to);
    const section = part?.compared.get(profile)?.section;
    return section === undefined ? [] : [section];
  });
}

function withinRange({ from, to }: DesignStretch, begin: number, end: number): Stretch {
  return { from: Math.max(begin, from ?? begin), to: Math.min(end, to ?? end) };
}

/** Stretches of a range that no part covers. */
function gapsBetween(parts: readonly Stretch[], from: number, to: number): Stretch[] {
  const edges = [from, ...parts.flatMap((part) => [part.from, part.to]), to];
  const gaps: Stretch[] = [];
  for (let i = 0; i < edges.length; i += 2)
    if (edges[i + 1] > edges[i]) gaps.push({ from: edges[i], to: edges[i + 1] });
  return gaps;
}
