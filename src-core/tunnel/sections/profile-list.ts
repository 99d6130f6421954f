import { message } from '../../messages/message.ts';
import { remark } from '../../messages/remark.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Profile, VolumeWarning } from '../../model/tunnel.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { solidProfileAt } from './solid-section.ts';

/** With more chainages than this, they are not listed one by one. */
const MOST_LISTED = 8;

/** Profiles at chainages, and the chainages that have none. */
interface ListedProfiles {
  /** In order of chainage. */
  readonly profiles: readonly Profile[];
  /** Chainages without a closed section: they get no outline and no area. */
  readonly open: readonly number[];
}

/**
 * Profiles at a list of chainages, in any order; duplicates count once.
 *
 * @param thickness mean over this much of the wall, m; at most the greatest thickness of the wall's options
 * @throws SocavonError chainage-range if one is not finite
 */
export function profilesAt(
  wall: WallSurface,
  chainages: readonly number[],
  thickness: number,
): ListedProfiles {
  const bad = chainages.find((chainage) => !Number.isFinite(chainage));
  if (bad !== undefined)
    throw new SocavonError('chainage-range', message('chainage-no-number', { value: bad }));
  const profiles: Profile[] = [];
  const open: number[] = [];
  for (const chainage of [...new Set(chainages)].sort((a, b) => a - b)) {
    const within = chainage >= wall.surveyedFrom && chainage <= wall.surveyedTo;
    const cut = wall.options.outline === 'solid' ? solidProfileAt : meanProfileAt;
    const profile = within ? cut(wall, chainage, thickness) : null;
    if (profile === null) open.push(chainage);
    else profiles.push(profile);
  }
  return { profiles, open };
}

function meanProfileAt(wall: WallSurface, chainage: number, thickness: number): Profile | null {
  return wall.profileAt(chainage, thickness);
}

/**
 * Warnings for a requested list of chainages.
 *
 * @throws SocavonError chainage-range if none of them has a profile, or the list is empty
 */
export function openSectionWarnings(wall: WallSurface, { profiles, open }: ListedProfiles): VolumeWarning[] {
  if (profiles.length === 0)
    throw new SocavonError(
      'chainage-range',
      message('profiles-all-open', {
        count: open.length,
        from: wall.surveyedFrom.toFixed(2),
        to: wall.surveyedTo.toFixed(2),
      }),
    );
  if (open.length === 0) return [];
  const listed = open.slice(0, MOST_LISTED).map((chainage) => chainage.toFixed(2));
  const chainages = listed.join(', ') + (open.length > MOST_LISTED ? ', ...' : '');
  return [
    {
      code: 'profile-open',
      ...remark('profile-open', { count: open.length, chainages }),
    },
  ];
}
