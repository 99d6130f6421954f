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
import { contourLine, lineLength, resampled, type SectionPoint } from './contour-line.ts';
import { type DesignLines, designLinesAt } from './design-lines.ts';
import { deeper, SectionComparer, scaledHeights, sumOfParts } from './section-breaks.ts';
import { sectorAt } from './sectors.ts';

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
