import type { Profile } from './tunnel.ts';

/** Dimensions of a profile that tables list besides its area, metres. */
export interface ProfileSize {
  /** Greatest horizontal extent of the outline. */
  readonly width: number;
  /**
   * Greatest extent of the outline along the section's up: plumb in vertical sections, normal to the axis in normal
   * ones.
   */
  readonly height: number;
  /** Area over perimeter, as in ventilation and hydraulics. */
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
