import type { Profile } from '../model/tunnel.ts';

/** A profile as it is square to the axis: of a vertical one on a ramp the heights are shortened; any other is as it was. */
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
