import { DesignDistances } from '../../math/design-distances.ts';
import { measurePolygon } from '../../math/polygon.ts';
import { type PolygonOverlap, polygonOverlap, type RegionMeasures } from '../../math/polygon-overlap.ts';
import type { BreakDepth, BreakParts, SectionBreak, Sector, SectorBreak } from '../../model/breaks.ts';
import type { Profile } from '../../model/tunnel.ts';
import { type ContourVertices, contourVertices } from './break-contour.ts';
import type { DesignLines } from './design-lines.ts';
import { type SectorWedge, sectorAt, withinWedge } from './sectors.ts';

/** Regions that `BreakParts` is computed from, before they are areas or volumes. */
interface BreakRegions {
  readonly over: RegionMeasures;
  readonly under: RegionMeasures;
  readonly unpaid: RegionMeasures | null;
  readonly overBeyond: RegionMeasures | null;
  readonly underBeyond: RegionMeasures | null;
}

/** Comparison of a profile with a design. */
export interface ComparedProfile {
  readonly section: SectionBreak;
  /** One per sector of the section. */
  readonly regions: readonly BreakRegions[];
  /** The contour that was compared. */
  readonly vertices: ContourVertices;
}

/** Lines of a design within one sector, clipped once for all profiles. */
interface CutLines {
  readonly wedge: SectorWedge;
  readonly excavation: readonly number[][];
  readonly pay: readonly number[][] | null;
  readonly most: readonly number[][] | null;
  readonly least: readonly number[][] | null;
}

/** Compares profiles with the lines of one section. */
export class SectionComparer {
  readonly #name: string;
  readonly #lines: DesignLines;
  readonly #cut: readonly CutLines[];
  readonly #distances: DesignDistances;
  /** Area and moments within the line of excavation. */
  readonly design: RegionMeasures;

  /** @param name name of the stretch of the design */
  constructor(name: string, lines: DesignLines) {
    this.#name = name;
    this.#lines = lines;
    this.#distances = new DesignDistances(lines.excavation);
    this.design = measurePolygon(lines.excavation);
    this.#cut = lines.sectors.map((wedge) => {
      const cut = (line: Float64Array | null) => line && withinWedge(line, wedge);
      return {
        wedge,
        excavation: withinWedge(lines.excavation, wedge),
        pay: cut(lines.pay),
        most: cut(lines.most),
        least: cut(lines.least),
      };
    });
  }

  /** Exact to rounding; compares only the outline of the drive where a recess opens. */
  compare(profile: Profile): ComparedProfile {
    // A design is drawn square to the axis: a vertical section is projected there, and its areas are
    // stretched back.
    const stretch = profile.heightStretch ?? 1;
    const outline = scaledHeights(profile.driveOutline ?? profile.outline, 1 / stretch);
    const regions = this.#cut.map((lines) => stretchedRegions(regionsOf(outline, lines), stretch));
    const n = profile.measured.length;
    const distances = Float64Array.from({ length: n }, (_, i) =>
      this.#distances.at(outline[2 * i], outline[2 * i + 1]),
    );
    const placed = Array.from({ length: n }, (_, i) =>
      sectorAt(this.#lines.sectors, outline[2 * i], outline[2 * i + 1]),
    );
    const deepest = deepestOf(profile, outline, stretch, distances, placed);
    const sectors = regions.map((region, i): SectorBreak => {
      const { sector } = this.#lines.sectors[i];
      const { over, under } = deepest.get(sector) ?? { over: null, under: null };
      return { sector, ...breakPartsOf(region, ({ area }) => area), deepestOver: over, deepestUnder: under };
    });
    const section = {
      chainage: profile.chainage,
      design: this.#name,
      designArea: this.design.area * stretch,
      ...sumOfParts(sectors),
      sectors,
    };
    return { section, regions, vertices: contourVertices(outline, distances, placed) };
  }
}

/**
 * Greatest depths of a profile by sector.
 * @param distances, placed of its vertices: distance from the design, and sector
 */
function deepestOf(
  { chainage, measured }: Profile,
  outline: Float64Array,
  stretch: number,
  distances: Float64Array,
  placed: readonly Sector[],
): Map<Sector, { over: BreakDepth | null; under: BreakDepth | null }> {
  const deepest = new Map<Sector, { over: BreakDepth | null; under: BreakDepth | null }>();
  distances.forEach((distance, i) => {
    if (distance === 0) return;
    const before = deepest.get(placed[i]) ?? { over: null, under: null };
    const depth = {
      depth: Math.abs(distance),
      chainage,
      left: outline[2 * i],
      up: outline[2 * i + 1] * stretch,
      measured: measured[i] === 1,
    };
    if (distance > 0) before.over = deeper(before.over, depth);
    else before.under = deeper(before.under, depth);
    deepest.set(placed[i], before);
  });
  return deepest;
}

/** The deeper of two; the first one of a tie. */
export function deeper(a: BreakDepth | null, b: BreakDepth | null): BreakDepth | null {
  if (a === null || b === null) return a ?? b;
  return b.depth > a.depth ? b : a;
}

/** Areas or volumes of the regions. */
export function breakPartsOf(regions: BreakRegions, measure: (region: RegionMeasures) => number): BreakParts {
  const of = (region: RegionMeasures | null): number | null => region && measure(region);
  const overbreak = measure(regions.over);
  const unpaid = of(regions.unpaid);
  return {
    overbreak,
    underbreak: measure(regions.under),
    // The pay line is outside of the line of excavation, so that everything beyond it is part of the
    // overbreak.
    paid: unpaid === null ? null : overbreak - unpaid,
    unpaid,
    overBeyond: of(regions.overBeyond),
    underBeyond: of(regions.underBeyond),
  };
}

/** Sum of break parts. @param parts at least one, all of the same contract */
export function sumOfParts(parts: readonly BreakParts[]): BreakParts {
  const sum = (pick: (part: BreakParts) => number): number =>
    parts.reduce((total, part) => total + pick(part), 0);
  const sumOrNull = (pick: (part: BreakParts) => number | null): number | null =>
    parts.some((part) => pick(part) === null) ? null : sum((part) => pick(part) ?? 0);
  return {
    overbreak: sum((part) => part.overbreak),
    underbreak: sum((part) => part.underbreak),
    paid: sumOrNull((part) => part.paid),
    unpaid: sumOrNull((part) => part.unpaid),
    overBeyond: sumOrNull((part) => part.overBeyond),
    underBeyond: sumOrNull((part) => part.underBeyond),
  };
}

/** Outline with its heights multiplied by a factor. */
export function scaledHeights(outline: Float64Array, factor: number): Float64Array {
  return factor === 1 ? outline : outline.map((value, i) => (i % 2 === 1 ? value * factor : value));
}

/** Converts a region square to the axis to that in a vertical section. */
export function stretchedRegion({ area, momentX, momentY }: RegionMeasures, stretch: number): RegionMeasures {
  return { area: area * stretch, momentX: momentX * stretch, momentY: momentY * stretch * stretch };
}

function stretchedRegions(regions: BreakRegions, stretch: number): BreakRegions {
  if (stretch === 1) return regions;
  const of = (region: RegionMeasures | null): RegionMeasures | null =>
    region && stretchedRegion(region, stretch);
  return {
    over: stretchedRegion(regions.over, stretch),
    under: stretchedRegion(regions.under, stretch),
    unpaid: of(regions.unpaid),
    overBeyond: of(regions.overBeyond),
    underBeyond: of(regions.underBeyond),
  };
}

function regionsOf(outline: Float64Array, { wedge, excavation, pay, most, least }: CutLines): BreakRegions {
  const profile = withinWedge(outline, wedge);
  const against = (
    line: readonly number[][] | null,
    pick: (overlap: PolygonOverlap) => RegionMeasures,
  ): RegionMeasures | null =>
    line && sumOfRegions(profile.map((piece, i) => pick(polygonOverlap(piece, line[i]))));
  const overlaps = profile.map((piece, i) => polygonOverlap(piece, excavation[i]));
  return {
    over: sumOfRegions(overlaps.map(({ onlyFirst }) => onlyFirst)),
    under: sumOfRegions(overlaps.map(({ onlySecond }) => onlySecond)),
    unpaid: against(pay, ({ onlyFirst }) => onlyFirst),
    overBeyond: against(most, ({ onlyFirst }) => onlyFirst),
    underBeyond: against(least, ({ onlySecond }) => onlySecond),
  };
}

function sumOfRegions(regions: readonly RegionMeasures[]): RegionMeasures {
  const sum = { area: 0, momentX: 0, momentY: 0 };
  for (const region of regions) {
    sum.area += region.area;
    sum.momentX += region.momentX;
    sum.momentY += region.momentY;
  }
  return sum;
}
