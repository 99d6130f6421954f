import type { SectionPlane } from '../../model/axis.ts';
import { type ObjectTreatment, treatmentsOf } from '../../model/drive-object.ts';
import type { ObjectCorrection } from '../../model/object-correction.ts';
import type { RecessLine } from '../../model/recess.ts';
import { objectsOption, PROFILE_DEFAULTS, type ProfileOptions } from './cells/profile-options.ts';
import { RECESS_DEFAULTS } from './cells/recess-options.ts';

/** Options of the sections of a drive. */
interface ProfileRequest {
  readonly sections: SectionPlane;
  readonly outline: ProfileOptions['outline'];
  readonly objects: ObjectTreatment;
  /** By class; left out or null: as `objects`. */
  readonly mesh?: ObjectTreatment | null;
  readonly ducts?: ObjectTreatment | null;
  readonly vehicles?: ObjectTreatment | null;
  readonly muck?: ObjectTreatment | null;
  /** Left out or null: none. */
  readonly corrections?: readonly ObjectCorrection[] | null;
  /** Left out: from jamb to jamb. */
  readonly recessLine?: RecessLine;
  /** Least depth of a niche, m; left out: as in `RECESS_DEFAULTS`. */
  readonly recessDepth?: number;
  /** Mean depth of standing water, m; left out or null: not known. */
  readonly waterDepth?: number | null;
}

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
 * Options for gathering the wall of such sections; shared, so that window and command line give equal
 * numbers.
 *
 * @param reflectivity true if reflectivity is gathered too, for the unrolled wall; it changes no other number
 */
export function profileOptionsOf(
  {
    sections,
    outline,
    objects,
    recessLine = 'jambs',
    mesh,
    ducts,
    vehicles,
    muck,
    corrections,
    recessDepth = RECESS_DEFAULTS.minDepth,
    waterDepth = null,
  }: ProfileRequest,
  reflectivity = false,
): ProfileOptions {
  const recess = { ...PROFILE_DEFAULTS.recess, minDepth: recessDepth, line: recessLine };
  const usual = treatmentsOf(objects);
  const treatments = {
    ...usual,
    mesh: mesh ?? usual.mesh,
    duct: ducts ?? usual.duct,
    vehicle: vehicles ?? usual.vehicle,
    muck: muck ?? usual.muck,
  };
  return {
    ...PROFILE_DEFAULTS,
    ...objectsOption(treatments),
    corrections: corrections ?? [],
    sections,
    outline,
    reflectivity,
    recess,
    waterDepth,
  };
}
