import type { SectionPlane } from './axis.ts';
import type { DriveCoverage } from './drive-coverage.ts';
import type { DriveObject } from './drive-object.ts';
import type { AppliedCorrection } from './object-correction.ts';
import type { Recess, StatedValue } from './recess.ts';
import type { Warning } from './warnings.ts';

/** Closed cross-section of the void normal to the axis at a chainage. */
export interface Profile {
  readonly chainage: number;
  /** Point of the axis, map frame. */
  readonly origin: readonly [number, number, number];
  /** Unit vectors of the section plane, map frame: left (looking up-chainage) and up. */
  readonly left: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  /**
   * Closed outline, (left, up) pairs in metres, counter-clockwise with left drawn as the abscissa, first
   * vertex not repeated. Drawn as seen looking up-chainage it must be mirrored: left to the left.
   */
  readonly outline: Float64Array;
  /** Per outline vertex: 1 measured, 0 interpolated between measured neighbours. */
  readonly measured: Uint8Array;
  /** Square metres enclosed by the outline. */
  readonly area: number;
  /** Length of the outline, m. */
  readonly perimeter: number;
  /** Measured share of the outline's length, 0..1. */
  readonly measuredShare: number;
  /** Centroid of the area, (left, up), metres; with the axis' curvature it gives the wedge factor. */
  readonly centroid: readonly [number, number];
  /** Number of points behind the outline. */
  readonly support: number;
  /**
   * At a niche or a cross-cut: the outline of the drive alone, closed along its own wall line across the opening;
   * otherwise equal to `outline`, vertex by vertex. Left out if there is no opening. Overbreak is measured from it.
   */
  readonly driveOutline?: Float64Array;
  /** In a vertical section: factor by which lengths normal to the axis appear higher, 1 / cos of the grade. */
  readonly heightStretch?: number;
}

/** Volume between two chainages, by every method, with its uncertainty. */
export interface Volume {
  readonly chainageFrom: number;
  readonly chainageTo: number;
  /** Length of the axis in space between them, m (longer than the chainage where that is horizontal). */
  readonly length: number;
  /** Orientation of the sections that it was computed from. */
  readonly sections: SectionPlane;
  /** All of the void, recesses included, m^3. */
  readonly volume: StatedValue;
  /** The drive alone: all of the void less the recesses, m^3. */
  readonly drive: StatedValue;
  /** All of the void per metre of axis, m^3/m. Its ± is without that of the length. */
  readonly perMetre: StatedValue;
  /** Figure that a headline states first. */
  readonly statedFirst: StatedFirst;
  /** Niches and cross-cuts that open between the chainages. */
  readonly recesses: readonly Recess[];
  /** Water, mesh and things between the chainages that are not rock. */
  readonly objects: readonly DriveObject[];
  /** Corrections by hand of what is an object, in the order given, over the whole survey. */
  readonly corrections: readonly AppliedCorrection[];
  readonly methods: VolumeMethods;
  /** Uncertainty budget, m^3, one standard deviation each. */
  readonly uncertainty: readonly { readonly source: UncertaintySource; readonly sigma: number }[];
  /** Halves of the points that were compared; empty if it is not known where the points are from. */
  readonly halves: readonly HalfName[];
  /** What the wall is corrected by; left out: by nothing. */
  readonly correction?: InstrumentCorrection;
  /** Measured share of the wall's surface, 0..1. */
  readonly measuredShare: number;
  /** How much of the drive it is of; left out if it is not known where the survey went. */
  readonly coverage?: DriveCoverage;
  readonly warnings: readonly VolumeWarning[];
}

/** Errors of the ranges of a drive, as its own scans show them: what its wall is corrected by. */
export interface InstrumentCorrection {
  /** What the volume is less for it, m^3; the report prints the opposite, what was added. */
  readonly volume: number;
  /** Of all ranges; the coefficient of what grows as 1 / cos - 1 of the angle of incidence; what grows as 1 - cos, at 75 degrees. */
  readonly bias: ErrorEstimate;
  readonly spread: ErrorEstimate;
  readonly incidence: ErrorEstimate;
}

/** Mean of what an error may be, and its standard deviation, m. */
export interface ErrorEstimate {
  readonly value: number;
  readonly sigma: number;
}

/**
 * Figure of a volume that holds: the total, or, where the length was not observed and its ± outweighs all else, the
 * volume per metre.
 */
export type StatedFirst = 'total' | 'per-metre';

/** Volume by independent methods, m^3; docs/volume.md derives each. */
export interface VolumeMethods {
  /** Integral over thin slabs of the wall: the reported value. */
  readonly integral: number;
  /** Average end area over the profiles at the interval. */
  readonly endArea: number;
  /** Prismoidal rule, with a measured section in the middle of each interval. */
  readonly prismoidal: number;
  /** Closed triangulated solid between the profiles, in map coordinates. */
  readonly solid: number;
}

export type UncertaintySource =
  | 'range-bias'
  | 'incidence'
  | 'warm-up'
  | 'beam-offsets'
  | 'range-noise'
  | 'section-interval'
  | 'filled-wall'
  | 'hidden-relief'
  | 'covered-wall'
  | 'water-depth'
  | 'unsurveyed-gap'
  | 'registration-along'
  | 'registration-radial'
  | 'unmodelled'
  | 'beam-elevations';

/**
 * Independent halves of the points that a wall is measured by: by angle and range, by beams, odd and even scans, rays up
 * and down the chainage, passes.
 */
export type HalfName = 'angles' | 'beams' | 'scans' | 'sense' | 'passes';

export interface VolumeWarning extends Warning {
  readonly code:
    | 'drive-uncovered'
    | 'range-clamped'
    | 'measured-share'
    | 'methods-disagree'
    | 'gap'
    | 'mesh-hides-rock'
    | 'axis-fold'
    | 'profile-open'
    | 'design-on-own-axis'
    | 'figure-missing'
    | 'stretch-unobserved'
    | 'water-depth'
    | 'water-mirrored'
    | 'water-undecided'
    | 'halves-differ'
    | 'ranges-long'
    | 'correction-no-returns';
}
