import { coverageHalfWidth } from '../../math/coverage.ts';
import { volumeOfClass } from '../../model/drive-object.ts';
import { type InstrumentRange, instrumentRangeOf } from '../../model/instrument-range.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import type { StatedFirst, UncertaintySource } from '../../model/tunnel.ts';
import { objectsBetween } from '../objects/wall-object.ts';
import { compareHalves, type HalfComparison } from '../uncertainty/halves.ts';
import { interpolatedWallUncertainty } from '../uncertainty/interpolated-wall-uncertainty.ts';
import { rangeLever } from '../uncertainty/range-lever.ts';
import type { WallIntegral } from '../wall/wall-integral.ts';
import { MEASURED } from '../wall-grid.ts';
import type { WallSurface } from '../wall-surface.ts';
import { waterSigma } from '../water/pool-depth.ts';

/** Inputs of the uncertainty budget besides the points. docs/volume.md derives where each enters. */
export interface UncertaintyOptions extends InstrumentRange {
  /**
   * Standard deviation of the true wall from an interpolated hole, m, where the wall itself does not
   * determine it.
   */
  readonly fillSigma: number;
  /** Standard deviation of the length of the map between the two chainages, m, from the alignment. */
  readonly alongSigma: number;
  /** True if part of that length was observed by nothing, so that it may be off by any amount. */
  readonly isLengthUnobserved: boolean;
  /** Standard deviation of the wall's radial position that is common to the range, m, from the alignment. */
  readonly radialSigma: number;
  /** Lateral standard deviation of the position of a scan, m: what halves of the scans may differ by. */
  readonly lateralSigma: number;
}

export const UNCERTAINTY_DEFAULTS: UncertaintyOptions = {
  ...instrumentRangeOf('OS-1-16'),
  fillSigma: 0.05,
  alongSigma: 0,
  isLengthUnobserved: false,
  radialSigma: 0,
  lateralSigma: 0.002,
};

/** Uncertainty of a volume. */
export interface VolumeUncertainty {
  /** Components, m^3, standard uncertainty each. */
  readonly parts: readonly { readonly source: UncertaintySource; readonly sigma: number }[];
  /** Half-width of the interval, m^3. */
  readonly plusMinus: number;
  /** Half-width of the interval of the volume per metre, m^3/m. */
  readonly perMetrePlusMinus: number;
  readonly statedFirst: StatedFirst;
  readonly halves: HalfComparison;
}

/**
 * Standard uncertainty of the volume in gaps, m^3. Their volume is that of the drive between the closed
 * sections on both sides: its area may be any that the drive has elsewhere. Observed void beyond that line,
 * as of a cross-cut whose floor no ray reached, is missing in the value and counts with its whole size.
 */
function gapUncertainty(wall: WallSurface, integral: WallIntegral): number {
  let length = 0;
  let beyond = 0;
  for (const { from, to } of integral.gaps) {
    length += wall.geometry.lengthBetween(from, to);
    beyond += seenBeyond(wall, from, to);
  }
  return Math.hypot(length * integral.areaSpread, beyond);
}

/** Standard uncertainty of the rock that mesh covers, m^3: its place is separated from that of the mesh. */
function coveredWall(wall: WallSurface, from: number, to: number): number {
  return volumeOfClass(objectsBetween(wall, from, to), 'mesh').plusMinus / COVERAGE_95;
}

/** Void that measured cells of open slabs show beyond the drive's line on the nearest closed slabs, m^3. */
function seenBeyond(wall: WallSurface, from: number, to: number): number {
  const { grid, rings, recesses, options } = wall;
  const { bins, slabs, radius, state } = grid;
  const width = (2 * Math.PI) / bins;
  let sum = 0;
  for (let k = 0; k < slabs; k++) {
    if (rings.closed[k] === 1) continue;
    const length = Math.min(to, wall.chainageOf(k + 1)) - Math.max(from, wall.chainageOf(k));
    if (length <= 0) continue;
    const near = nearestClosed(rings.closed, k);
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (state[cell] !== MEASURED) continue;
      const line = recesses.driveRadius[near * bins + j];
      if (radius[cell] > line + options.surfaceGap)
        sum += ((radius[cell] ** 2 - line ** 2) / 2) * width * length;
    }
  }
  return sum;
}

function nearestClosed(closed: Uint8Array, k: number): number {
  for (let distance = 1; ; distance++) {
    if (closed[k - distance] === 1) return k - distance;
    if (closed[k + distance] === 1) return k + distance;
  }
}

/**
 * Uncertainty of the volume due to the slab thickness, m^3. A slab's points determine its mean radius, the
 * area needs the mean of the square: along a slope g of the wall within a slab of thickness h that is (g h)^2
 * / 12 more, always of the same sign in each cell.
 *
 * The interval of the profiles does not contribute: the slabs leave nothing out between them.
 */
export function sectionIntervalUncertainty(wall: WallSurface, from: number, to: number): number {
  const { bins, radius } = wall.grid;
  const { closed } = wall.rings;
  const width = (2 * Math.PI) / bins;
  let sum = 0;
  wall.forEachClosed(from, to, (k, length) => {
    if (k === 0 || k === closed.length - 1 || closed[k - 1] === 0 || closed[k + 1] === 0) return;
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      const rise = (radius[cell + bins] - radius[cell - bins]) / 2;
      sum += ((width * length) / 2) * ((rise * rise) / 12);
    }
  });
  return sum;
}

/** The part of standing water; none without it. */
function waterParts(wall: WallSurface, from: number, to: number): VolumeUncertainty['parts'] {
  const { water } = wall.grid;
  if (water === undefined) return [];
  const { slab } = wall.options;
  const shareOf = (k: number): number =>
    Math.max(0, Math.min(to, wall.chainageOf(k + 1)) - Math.max(from, wall.chainageOf(k))) / slab;
  const undecided = water.undecided.reduce(
    (sum, part) =>
      sum +
      (part.volume * Math.max(0, Math.min(to, part.to) - Math.max(from, part.from))) / (part.to - part.from),
    0,
  );
  return [{ source: 'water-depth', sigma: Math.hypot(waterSigma(water, shareOf), undecided) }];
}

/**
 * Uncertainty budget of a volume according to the GUM (JCGM 100:2008), with independent components;
 * docs/volume.md derives each formula. All are assumed normal except the range bias, which is bounded: the
 * interval covers the given share of the distribution of their sum (JCGM 101).
 *
 * @param from, to of the integral
 * @param share coverage of the interval, 0..1
 */
export function volumeUncertainty(
  wall: WallSurface,
  integral: WallIntegral,
  [from, to]: readonly [number, number],
  share: number,
  options: UncertaintyOptions,
): VolumeUncertainty {
  const unseen = interpolatedWallUncertainty(wall, from, to, options.fillSigma);
  const length = wall.geometry.lengthBetween(from, to);
  const lever = rangeLever(wall, integral, from, to);
  const bias = lever.bias * options.rangeBias;
  // Noise rounds off the corners of a section: all of them together by at most pi times its square.
  const blur = (Math.PI * options.rangeNoise ** 2 * length) / Math.sqrt(3);
  const local: { source: UncertaintySource; sigma: number }[] = [
    { source: 'incidence', sigma: (lever.incidence * options.incidenceBias) / Math.sqrt(3) },
    { source: 'warm-up', sigma: (lever.bias * options.warmUpBias) / Math.sqrt(3) },
    { source: 'beam-offsets', sigma: (lever.bias * options.beamSigma) / Math.sqrt(options.beams) },
    { source: 'range-noise', sigma: Math.hypot(Math.sqrt(integral.cellVariance), blur) },
    { source: 'section-interval', sigma: sectionIntervalUncertainty(wall, from, to) },
    { source: 'filled-wall', sigma: unseen.filled },
    { source: 'hidden-relief', sigma: unseen.hidden },
    { source: 'covered-wall', sigma: coveredWall(wall, from, to) },
    ...waterParts(wall, from, to),
    { source: 'unsurveyed-gap', sigma: gapUncertainty(wall, integral) },
    { source: 'registration-radial', sigma: integral.surface * options.radialSigma },
  ];
  const halves = compareHalves(wall, integral, lever, [from, to], {
    // The bounds of what is common to all ranges, independent of each other.
    bias: Math.hypot(
      options.rangeBias,
      options.warmUpBias,
      (COVERAGE_95 * options.beamSigma) / Math.sqrt(options.beams),
    ),
    incidence: options.incidenceBias,
    beam: options.beamSigma,
    lateral: options.lateralSigma,
    radial: options.lateralSigma / 10,
  });
  // What the halves show counts whole: it is measured, if not modelled (GUM F.2.4.5).
  local.push({
    source: 'unmodelled',
    sigma: Math.hypot(0, ...halves.differences.map(({ volume }) => volume)),
  });
  const ofWall = Math.hypot(...local.map(({ sigma }) => sigma));
  const ofLength = integral.meanArea * options.alongSigma;
  // A stretch that is longer than mapped weighs more in the mean section: at most it is the whole of it.
  const ofWeights = integral.areaSpread * Math.min(length, options.alongSigma);
  return {
    parts: [
      { source: 'range-bias', sigma: bias / Math.sqrt(3) },
      ...local.slice(0, -2),
      { source: 'registration-along', sigma: ofLength },
      ...local.slice(-2),
    ],
    plusMinus: coverageHalfWidth(bias, Math.hypot(ofWall, ofLength), share),
    perMetrePlusMinus: coverageHalfWidth(bias, Math.hypot(ofWall, ofWeights), share) / length,
    statedFirst:
      options.isLengthUnobserved && ofLength > Math.hypot(ofWall, bias / Math.sqrt(3))
        ? 'per-metre'
        : 'total',
    halves,
  };
}
