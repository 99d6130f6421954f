import { coverageHalfWidth, SHIFT_NODES, SHIFT_WEIGHT } from '../../math/coverage.ts';
import type { Axis } from '../../model/axis.ts';
import { type BreakVolumes, SECTORS, type StatedBreaks } from '../../model/breaks.ts';
import type { ReliabilityProfile } from '../../model/reliability.ts';
import type { Volume } from '../../model/tunnel.ts';
import { cellAt } from '../axis/reliability-lengths.ts';
import { type BreakContour, breakSurfaces, changeOfBreaks, type WallShift } from '../design/break-contour.ts';
import type { Reach } from './component.ts';
import { reachOf } from './uncertainty-components.ts';

type Side = 'over' | 'under';

/**
 * Uncertainty of over- and underbreak (docs/volume.md, 5.3): the components of the volume's ± by the share of
 * the wall that bounds them, and the position of the map relative to the design, which does not affect the
 * volume.
 *
 * @param contours of the same profiles
 * @param volume of the same wall, between the same chainages
 * @param strip of the same axis
 */
export function breaksUncertainty(
  breaks: BreakVolumes,
  contours: readonly BreakContour[],
  volume: Volume,
  axis: Axis,
  strip: ReliabilityProfile,
): StatedBreaks {
  const wall = wallUncertainty(volume);
  const surfaces = breakSurfaces(contours);
  const surface = surfaces.reduce((sum, { over, under }) => sum + over + under, 0);
  const placed = placeChanges(contours, axis, strip);
  const { confidence } = volume.volume;
  const half = (side: Side, sectors: readonly number[], value: number): number => {
    const of = (parts: readonly Readonly<Record<Side, number>>[]): number =>
      sectors.reduce((sum, sector) => sum + parts[sector][side], 0);
    const share = surface > 0 ? of(surfaces) / surface : 0;
    const place = placed.map(({ weight, changes }) => Math.sqrt(weight) * of(changes));
    const normal = Math.hypot(
      ...place,
      wall.sigma * Math.sqrt(share),
      wall.common * share,
      wall.along * value,
    );
    return coverageHalfWidth(wall.bias * share, normal, confidence);
  };
  const all = SECTORS.map((_, sector) => sector);
  return {
    confidence,
    overbreak: half('over', all, breaks.overbreak),
    underbreak: half('under', all, breaks.underbreak),
    sectors: breaks.sectors.map(({ overbreak, underbreak }, sector) => ({
      overbreak: half('over', [sector], overbreak),
      underbreak: half('under', [sector], underbreak),
    })),
  };
}

/** Components of the volume's ± by how they propagate to the breaks. */
function wallUncertainty({ uncertainty, drive }: Volume) {
  const sigmaOf = (reach: Reach): number =>
    Math.hypot(...uncertainty.filter(({ source }) => reachOf(source) === reach).map(({ sigma }) => sigma));
  return {
    /** Half-width of the bounded component, m^3. */
    bias: Math.sqrt(3) * sigmaOf('bounded'),
    /** Standard uncertainty of the errors that all of the wall shares, m^3. */
    common: sigmaOf('common'),
    /** Standard uncertainty of the local components, m^3. */
    sigma: sigmaOf('local'),
    /** Relative standard uncertainty of the length. */
    along: drive.value > 0 ? sigmaOf('length') / drive.value : 0,
  };
}

/**
 * Changes of over- and underbreak if the map is shifted to the side or up, at the nodes of the rule. The
 * shift is common to the whole drive, so that its effects add up; how much of the wall is outside of the
 * design changes with it.
 */
function placeChanges(contours: readonly BreakContour[], axis: Axis, strip: ReliabilityProfile) {
  const sigmas = new Map(contours.map((contour) => [contour, placeSigma(axis, strip, contour.chainage)]));
  return SHIFT_NODES.flatMap((node) =>
    (['left', 'up'] as const).map((direction) => ({
      weight: SHIFT_WEIGHT,
      changes: changeOfBreaks(contours, (contour) => ({
        left: 0,
        up: 0,
        [direction]: node * sigmas.get(contour)![direction],
      })),
    })),
  );
}

/**
 * Standard deviations of the position of the map relative to the design in a section, m: those of its
 * position if the axis was given; 0 for an axis derived from the map, because the design moves with it.
 */
function placeSigma(axis: Axis, strip: ReliabilityProfile, chainage: number): WallShift {
  const cell = cellAt(strip, chainage);
  const { placedSigma = 0 } = strip;
  if (axis.source !== 'given') return { left: 0, up: 0 };
  if (cell < 0) return { left: placedSigma, up: placedSigma };
  return { left: strip.position[3 * cell + 1], up: strip.position[3 * cell + 2] };
}
