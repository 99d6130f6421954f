import type { Profile } from '../../../src-core/model/tunnel.ts';

/** Azimuth that a section is seen towards, degrees from north (y of the map) clockwise in 0..360: up-chainage. */
export function lookingAzimuth({ left, up }: Pick<Profile, 'left' | 'up'>): number {
  // Forward, left and up are right-handed: forward is left times up.
  const east = left[1] * up[2] - left[2] * up[1];
  const north = left[2] * up[0] - left[0] * up[2];
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}
