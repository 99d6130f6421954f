import type { Profile } from './tunnel.ts';

/** What a table says of a profile beside its area, metres. */
export interface ProfileSize {
  /** Greatest level extent of the outline. */
  readonly width: number;
  /** Greatest extent of the outline along the section's up: upright in vertical sections, square to the axis in normal ones. */
  readonly height: number;
  /** Area by perimeter, as air and water know it. */
  readonly hydraulicRadius: number;
}

export function profileSize({
  outline,
  area,
  perimeter,
}: Pick<Profile, 'outline' | 'area' | 'perimeter'>): ProfileSize {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < outline.length; i++) {
    low[i & 1] = Math.min(low[i & 1], outline[i]);
    high[i & 1] = Math.max(high[i & 1], outline[i]);
  }
  return { width: high[0] - low[0], height: high[1] - low[1], hydraulicRadius: area / perimeter };
}
