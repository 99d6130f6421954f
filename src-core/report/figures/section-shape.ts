import { verticalCrossings } from '../../math/vertical-crossings.ts';
import { type ProfileSize, profileSize } from '../../model/profile-size.ts';
import type { Profile } from '../../model/tunnel.ts';

/** Dimensions of a profile for tables, in addition to its area, metres. */
interface SectionShape extends ProfileSize {
  /** Elevations in the map frame at which the vertical through the centroid meets the outline. */
  readonly crown: number;
  readonly floor: number;
  /** Plan coordinates of the outermost points on the left and on the right. */
  readonly leftWall: readonly [number, number];
  readonly rightWall: readonly [number, number];
}

export function sectionShape(profile: Profile): SectionShape {
  const { outline } = profile;
  let [leftmost, rightmost] = [0, 0];
  for (let i = 0; i < outline.length; i += 2) {
    if (outline[i] > outline[leftmost]) leftmost = i;
    if (outline[i] < outline[rightmost]) rightmost = i;
  }
  const middle = verticalThrough(outline, profile.centroid[0]);
  const elevation = (left: number, up: number): number => mapPoint(profile, left, up)[2];
  const plan = (i: number): [number, number] => {
    const [x, y] = mapPoint(profile, outline[i], outline[i + 1]);
    return [x, y];
  };
  return {
    ...profileSize(profile),
    crown: elevation(profile.centroid[0], middle.top),
    floor: elevation(profile.centroid[0], middle.bottom),
    leftWall: plan(leftmost),
    rightWall: plan(rightmost),
  };
}

/** Transforms a point of the section plane to the map frame. */
export function mapPoint({ origin, left, up }: Profile, l: number, u: number): [number, number, number] {
  return [
    origin[0] + left[0] * l + up[0] * u,
    origin[1] + left[1] * l + up[1] * u,
    origin[2] + left[2] * l + up[2] * u,
  ];
}

/** Highest and lowest intersection of a closed outline with the vertical at `left`; NaN if there is none. */
export function verticalThrough(outline: Float64Array, left: number): { top: number; bottom: number } {
  const crossings = verticalCrossings(outline, left);
  return { top: crossings.at(-1)?.up ?? Number.NaN, bottom: crossings[0]?.up ?? Number.NaN };
}
