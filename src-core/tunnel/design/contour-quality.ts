import { DesignDistances } from '../../math/design-distances.ts';
import type { Stretch } from '../../model/axis.ts';
import {
  type ContourRound,
  type ContourSection,
  ROUND_SHARES,
  type RoundContour,
} from '../../model/contour.ts';
import type { DesignProgramme } from '../../model/design.ts';
import type { Profile } from '../../model/tunnel.ts';
import { raysTo } from '../sections/wall-layers.ts';
import { angleOf } from '../wall/cells/typical-section.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { type DesignLines, designLinesAt } from './design-lines.ts';
import { deeper, SectionComparer, scaledHeights, sumOfParts } from './section-breaks.ts';
import { type SectorWedge, sectorAt } from './sectors.ts';

/** Point of the section plane: (left, up), m. */
type SectionPoint = readonly [number, number];

/** The outline without its floor, from the left corner of the floor over the crown to the right one. */
function contourLine(outline: ArrayLike<number>, sectors: readonly SectorWedge[]): SectionPoint[] {
  const ring = cutAtFloor(outline, sectors[0]);
  const n = ring.length;
  const isFloor = ring.map(([x, y], i) => {
    const next = ring[(i + 1) % n];
    return sectorAt(sectors, (x + next[0]) / 2, (y + next[1]) / 2) === 'floor';
  });
  const begin = isFloor.findIndex((floor, i) => floor && !isFloor[(i + 1) % n]);
  if (begin < 0) return isFloor[0] ? [] : [...ring, ring[0]];
  const line = [ring[(begin + 1) % n]];
  for (let i = begin + 1; !isFloor[i % n]; i++) line.push(ring[(i + 1) % n]);
  return line;
}

/** Outline with a vertex wherever it crosses the rays that bound the floor. */
function cutAtFloor(outline: ArrayLike<number>, { centre, from, to }: SectorWedge): SectionPoint[] {
  const n = outline.length / 2;
  return Array.from({ length: n }, (_, i): SectionPoint[] => {
    const j = (i + 1) % n;
    const a: SectionPoint = [outline[2 * i], outline[2 * i + 1]];
    const b: SectionPoint = [outline[2 * j], outline[2 * j + 1]];
    const at = (share: number): SectionPoint => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
    const shares = [from, to].flatMap((angle) => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const across = ([x, y]: SectionPoint): number => c * (y - centre[1]) - s * (x - centre[0]);
      const [before, after] = [across(a), across(b)];
      if (before * after >= 0) return [];
      const [x, y] = at(before / (before - after));
      // The ray only, not its extension behind the centre.
      return c * (x - centre[0]) + s * (y - centre[1]) > 0 ? [before / (before - after)] : [];
    });
    return [a, ...shares.toSorted((p, q) => p - q).map(at)];
  }).flat();
}

export function lineLength(line: readonly SectionPoint[]): number {
  return line.slice(1).reduce((sum, place, i) => sum + apart(line[i], place), 0);
}

/** Points at equal steps of at most `spacing` along a line, both ends included. */
export function resampled(line: readonly SectionPoint[], spacing: number): SectionPoint[] {
  const length = lineLength(line);
  const steps = Math.max(1, Math.ceil(length / spacing - 1e-9));
  const places: SectionPoint[] = [line[0]];
  let gone = 0;
  let i = 0;
  for (let k = 1; k < steps; k++) {
    const wanted = (length * k) / steps;
    while (gone + apart(line[i], line[i + 1]) < wanted) gone += apart(line[i], line[++i]);
    const share = (wanted - gone) / apart(line[i], line[i + 1]);
    places.push([
      line[i][0] + share * (line[i + 1][0] - line[i][0]),
      line[i][1] + share * (line[i + 1][1] - line[i][1]),
    ]);
  }
  return [...places, line[line.length - 1]];
}

function apart(a: SectionPoint, b: SectionPoint): number {
  return Math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
}

interface ContourOptions {
  /**
   * Spacing of the points at which the length of a contour is measured, m: half the spacing of the contour
   * holes resolves the effect of the drilling. Null: every vertex of the section.
   */
  readonly spacing: number | null;
  /** Thickness of the slice of wall that a section is averaged over, m of chainage. */
  readonly thickness: number;
}

const CONTOUR_DEFAULTS: ContourOptions = { spacing: null, thickness: 0.2 };

/** Number of directions in which two sections are compared. */
const DIRECTIONS = 360;

/**
 * Contour quality of each blasting round from its sections at a third and at two thirds (docs/volume.md):
 * overbreak depth, contour roughness and longitudinal variation, separately; no index is computed from them.
 * The floor is excluded. Without a design only the contour lengths and their variation are available.
 *
 * @param rounds of `roundsOf`
 * @throws SocavonError design-unusable
 */
export function contourQuality(
  wall: WallSurface,
  programme: DesignProgramme | null,
  rounds: readonly Stretch[],
  options: Partial<ContourOptions> = {},
): ContourRound[] {
  const { spacing, thickness } = { ...CONTOUR_DEFAULTS, ...options };
  const linesAt = programme === null ? () => null : designLinesAt(programme);
  return rounds.map((round, i) => {
    const chainages = ROUND_SHARES.map((share) => round.from + share * (round.to - round.from));
    const profiles = chainages.map((chainage) => squared(wall.profileAt(chainage, thickness)));
    const lines = chainages.map(linesAt);
    return { number: i + 1, ...round, ...roundContour(profiles, lines, spacing) };
  });
}

/** Projects a vertical section onto the plane square to the axis, because a round is drilled square to the axis. */
function squared(profile: Profile | null): Profile | null {
  if (profile?.heightStretch === undefined) return profile;
  const { heightStretch, outline, driveOutline, centroid, ...rest } = profile;
  return {
    ...rest,
    outline: scaledHeights(outline, 1 / heightStretch),
    ...(driveOutline && { driveOutline: scaledHeights(driveOutline, 1 / heightStretch) }),
    centroid: [centroid[0], centroid[1] / heightStretch],
  };
}

/** Contour measures of a round from its two sections. @param lines of the design at each; null: no design there */
export function roundContour(
  profiles: readonly (Profile | null)[],
  lines: readonly (DesignLines | null)[],
  spacing: number | null,
): RoundContour {
  const sections = profiles.map((profile, i) => profile && contourSection(profile, lines[i], spacing));
  return {
    sections,
    meanOver: meanOf(sections.map((section) => section?.meanOver ?? null)),
    deepestOver: sections.reduce<ContourSection['deepestOver']>(
      (best, section) => deeper(best, section?.deepestOver ?? null),
      null,
    ),
    roughness: meanOf(sections.map((section) => section?.roughness ?? null)),
    variation: variationOf(profiles, lines),
  };
}

function contourSection(profile: Profile, lines: DesignLines | null, spacing: number | null): ContourSection {
  const outline = outlineOf(profile);
  const measure = (line: readonly SectionPoint[]): number =>
    lineLength(spacing === null || line.length < 2 ? line : resampled(line, spacing));
  if (lines === null) {
    const ring = Array.from({ length: outline.length / 2 + 1 }, (_, i): SectionPoint => {
      const at = i % (outline.length / 2);
      return [outline[2 * at], outline[2 * at + 1]];
    });
    return {
      chainage: profile.chainage,
      length: measure(ring),
      meanOver: null,
      meanUnder: null,
      deepestOver: null,
      deepestUnder: null,
      roughness: null,
    };
  }
  const length = measure(contourLine(outline, lines.sectors));
  const designed = lineLength(contourLine(lines.excavation, lines.sectors));
  const sectors = new SectionComparer('', lines)
    .compare(profile)
    .section.sectors.filter(({ sector }) => sector !== 'floor');
  const { overbreak, underbreak } = sumOfParts(sectors);
  return {
    chainage: profile.chainage,
    length,
    meanOver: overbreak / designed,
    meanUnder: underbreak / designed,
    deepestOver: sectors.reduce<ContourSection['deepestOver']>(
      (best, s) => deeper(best, s.deepestOver),
      null,
    ),
    deepestUnder: sectors.reduce<ContourSection['deepestUnder']>(
      (best, s) => deeper(best, s.deepestUnder),
      null,
    ),
    roughness: length / designed,
  };
}

/** The outline of the drive without its recesses. */
function outlineOf(profile: Profile): Float64Array {
  return profile.driveOutline ?? profile.outline;
}

/** Mean of the values; null if one is missing. */
function meanOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value / values.length),
    0,
  );
}

/**
 * Mean difference of two sections by direction round the design's centroid, or without a design round their
 * own: of their distances from the line of excavation, or of their radii.
 */
function variationOf(
  [first, second]: readonly (Profile | null)[],
  [linesFirst, linesSecond]: readonly (DesignLines | null)[],
): number | null {
  if (!first || !second) return null;
  const outlines = [outlineOf(first), outlineOf(second)];
  const lines = linesFirst && linesSecond ? [linesFirst, linesSecond] : null;
  const centre: SectionPoint = lines
    ? lines[0].sectors[0].centre
    : [(first.centroid[0] + second.centroid[0]) / 2, (first.centroid[1] + second.centroid[1]) / 2];
  const distances = lines?.map(({ excavation }) => new DesignDistances(excavation));
  const radii = outlines.map((outline) => raysTo(outline, ...centre, DIRECTIONS));
  let sum = 0;
  let count = 0;
  for (let i = 0; i < DIRECTIONS; i++) {
    const angle = angleOf(i, DIRECTIONS);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    if (lines && sectorAt(lines[0].sectors, centre[0] + c, centre[1] + s) === 'floor') continue;
    const [before, after] = radii.map((radius, k) =>
      distances ? distances[k].at(centre[0] + radius[i] * c, centre[1] + radius[i] * s) : radius[i],
    );
    if (Number.isNaN(before) || Number.isNaN(after)) continue;
    sum += Math.abs(after - before);
    count++;
  }
  return count > 0 ? sum / count : null;
}
