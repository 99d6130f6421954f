import type { SectionPlane } from '../model/axis.ts';
import { RECESS_DEFAULTS, type RecessOptions } from './recess/recess-options.ts';

/** How points become a wall. The defaults suit a drive of 2 to 8 m scanned with 20 mm of range noise. */
export interface ProfileOptions {
  /** Thickness of the slabs the wall is made of, m of chainage. Thicker where points are few. */
  readonly slab: number;
  /** Width of the voxels that points are gathered in, m: about two standard deviations of range noise or more. */
  readonly voxel: number;
  /** Parts of the full turn round the section's middle. Fewer where points are few. */
  readonly angleBins: number;
  /** Points farther from the axis are ignored, m. At most 500 voxels. */
  readonly maxRadius: number;
  /** Points that a surface needs, against stray returns; where a cell holds fewer than twice that, half of them. */
  readonly minSupport: number;
  /** Share of a cell's points that its outermost surface needs, against stray returns behind the wall. */
  readonly minShare: number;
  /** Surfaces of one cell that lie farther apart than this are two things (an object and the wall), m. */
  readonly surfaceGap: number;
  /** Things up to this width that stand clear of the wall are taken out, m; 0 keeps everything. */
  readonly maxObjectWidth: number;
  /** Holes up to this width round the section are filled, m. */
  readonly maxFillAround: number;
  /** Holes up to this length along the axis are filled, m. */
  readonly maxFillAlong: number;
  /** Share of a slab's outline that must be measured for the slab to count as known, 0..1. */
  readonly minMeasured: number;
  /** Whether sections stand normal to the axis or vertical: profiles, volume, breaks and files alike. */
  readonly sections: SectionPlane;
  /**
   * Outlines as the mean of the wall by direction ('radial'), or cut from the closed solid at the very chainage ('solid'), which
   * shows steps of the rock and their noise. Volumes are those of the slabs either way.
   */
  readonly outline: 'radial' | 'solid';
  /** Greatest thickness of a profile along the axis, m; profiles nearer together are that much thinner. */
  readonly maxThickness: number;
  /** Whether the mean reflectivity of each cell of the wall is gathered too, for the unrolled map. */
  readonly reflectivity: boolean;
  /** What counts as a niche or a cross-cut. */
  readonly recess: RecessOptions;
}

export const PROFILE_DEFAULTS: ProfileOptions = {
  slab: 0.1,
  voxel: 0.05,
  angleBins: 180,
  maxRadius: 15,
  minSupport: 3,
  minShare: 0.03,
  surfaceGap: 0.3,
  maxObjectWidth: 2.5,
  maxFillAround: 2.5,
  maxFillAlong: 2,
  minMeasured: 0.3,
  sections: 'normal',
  outline: 'radial',
  maxThickness: 0.5,
  recess: RECESS_DEFAULTS,
  reflectivity: false,
};

/** Whether ducts, bundles of bolts and boxes that hide the wall are measured as wall; as `maxObjectWidth` it is asked for. */
export function objectsOption(objects: 'left-out' | 'kept'): Pick<ProfileOptions, 'maxObjectWidth'> {
  return { maxObjectWidth: objects === 'kept' ? 0 : PROFILE_DEFAULTS.maxObjectWidth };
}
