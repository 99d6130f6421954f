import type { SectionPlane } from '../../../model/axis.ts';
import {
  type ObjectTreatment,
  TREATMENTS_DEFAULT,
  type Treatments,
  treatmentsOf,
} from '../../../model/drive-object.ts';
import type { ObjectCorrection } from '../../../model/object-correction.ts';
import { RECESS_DEFAULTS, type RecessOptions } from './recess-options.ts';

/**
 * Options for turning points into a wall. The defaults suit a drive of 2 to 8 m scanned with 20 mm of range
 * noise.
 */
export interface ProfileOptions {
  /** Thickness of the slabs of the wall, m of chainage. Greater if points are few. */
  readonly slab: number;
  /** Noise of the ranges, one standard deviation, m: what one surface scatters by. */
  readonly rangeNoise: number;
  /** Voxel size, m: about two standard deviations of range noise or more. */
  readonly voxel: number;
  /** Angle bins of the full turn round the section's middle. Fewer if points are few. */
  readonly angleBins: number;
  /** Points farther from the axis are ignored, m. At most 500 voxels. */
  readonly maxRadius: number;
  /**
   * Least number of points of a surface, against stray returns; in a cell with fewer than twice that, half of
   * its points.
   */
  readonly minSupport: number;
  /** Least share of a cell's points in its outermost surface, against stray returns behind the wall. */
  readonly minShare: number;
  /** Surfaces of one cell farther apart than this are separate (an object and the wall), m. */
  readonly surfaceGap: number;
  /** What the wall is where there is an object: the rock behind it, or its own surface. */
  readonly treatments: Treatments;
  /** Corrections by hand of what is an object; of two boxes that overlap the last holds. */
  readonly corrections: readonly ObjectCorrection[];
  /** Objects up to this width that are clear of the wall are removed, m; 0 keeps everything. */
  readonly maxObjectWidth: number;
  /** Holes up to this width round the section are interpolated, m. */
  readonly maxFillAround: number;
  /** Holes up to this length along the axis are interpolated, m. */
  readonly maxFillAlong: number;
  /** Least share of a slab's outline that must be measured for the slab to count as known, 0..1. */
  readonly minMeasured: number;
  /** Orientation of the section planes, normal to the axis or vertical: profiles, volume, breaks and files alike. */
  readonly sections: SectionPlane;
  /**
   * Source of the outlines: the mean of the wall by direction ('radial'), or cut from the closed solid at the
   * exact chainage ('solid'), which shows steps of the rock and their noise. Volumes are those of the slabs
   * in both cases.
   */
  readonly outline: 'radial' | 'solid';
  /** Greatest thickness of a profile along the axis, m; profiles at a smaller interval are thinner accordingly. */
  readonly maxThickness: number;
  /** True to compute the mean reflectivity of each cell of the wall, for the unrolled wall. */
  readonly reflectivity: boolean;
  /** Classification of niches and cross-cuts. */
  readonly recess: RecessOptions;
  /** Mean depth of standing water, m; null: not known, the water's surface is the wall. */
  readonly waterDepth: number | null;
}

export const PROFILE_DEFAULTS: ProfileOptions = {
  slab: 0.1,
  rangeNoise: 0.02,
  voxel: 0.05,
  angleBins: 180,
  maxRadius: 15,
  minSupport: 3,
  minShare: 0.03,
  surfaceGap: 0.3,
  treatments: TREATMENTS_DEFAULT,
  corrections: [],
  maxObjectWidth: 2.5,
  maxFillAround: 2.5,
  maxFillAlong: 2,
  minMeasured: 0.3,
  sections: 'normal',
  outline: 'radial',
  maxThickness: 0.5,
  recess: RECESS_DEFAULTS,
  waterDepth: null,
  reflectivity: false,
};

/** The options that points are gathered by; with others of the rest the same points give another wall. */
export function gatheringOptions({
  slab,
  voxel,
  maxRadius,
  sections,
  reflectivity,
}: ProfileOptions): Partial<ProfileOptions> {
  return { slab, voxel, maxRadius, sections, reflectivity };
}

/**
 * Options for objects: ducts, bundles of bolts and boxes that hide the wall are searched for unless each is measured as
 * wall (`maxObjectWidth` 0).
 *
 * @param objects one treatment for all, or by class
 */
export function objectsOption(
  objects: ObjectTreatment | Treatments,
): Pick<ProfileOptions, 'maxObjectWidth' | 'treatments'> {
  const treatments = typeof objects === 'string' ? treatmentsOf(objects) : objects;
  const isSearched = SEARCHED.some((name) => treatments[name] === 'left-out');
  return { treatments, maxObjectWidth: isSearched ? PROFILE_DEFAULTS.maxObjectWidth : 0 };
}

/** Classes of objects that hide the wall. */
const SEARCHED = ['duct', 'pipe', 'vehicle', 'unknown'] as const;
