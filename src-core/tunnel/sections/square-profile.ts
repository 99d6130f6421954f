import type { Profile } from '../../model/tunnel.ts';

/**
 * Profile projected square to the axis: on a ramp the heights of a vertical one are shortened; others are
 * unchanged.
 */
export function squareProfile(profile: Profile): Profile {
  const { heightStretch = 1, outline, driveOutline } = profile;
  if (heightStretch === 1) return profile;
  const shortened = (line: Float64Array): Float64Array =>
    line.map((value, i) => (i % 2 === 1 ? value / heightStretch : value));
  return {
    ...profile,
    outline: shortened(outline),
    ...(driveOutline && { driveOutline: shortened(driveOutline) }),
  };
}
