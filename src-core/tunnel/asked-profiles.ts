import type { SectionPlane } from '../model/axis.ts';
import { objectsOption, PROFILE_DEFAULTS, type ProfileOptions } from './profile-options.ts';

/** What a person asks of the sections of a drive. */
export interface AskedProfiles {
  readonly sections: SectionPlane;
  readonly outline: ProfileOptions['outline'];
  readonly objects: 'left-out' | 'kept';
}

/**
 * How the wall is gathered for such sections, whoever gathers it: a window's worker and the command line give equal numbers.
 *
 * @param reflectivity whether that of the wall is gathered too, for the unrolled map; it changes no other number
 */
export function profileOptionsOf(
  { sections, outline, objects }: AskedProfiles,
  reflectivity = false,
): ProfileOptions {
  return { ...PROFILE_DEFAULTS, ...objectsOption(objects), sections, outline, reflectivity };
}
