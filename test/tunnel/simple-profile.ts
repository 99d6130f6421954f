import { measurePolygon } from '../../src-core/math/polygon.ts';
import type { Profile } from '../../src-core/model/tunnel.ts';

interface MadeProfile {
  /** Closed, (left, up) pairs, counter-clockwise. */
  readonly outline: ArrayLike<number>;
  readonly chainage?: number;
  readonly origin?: readonly [number, number, number];
  readonly up?: readonly [number, number, number];
  /** Of all vertices, or one for each. */
  readonly measured?: boolean | readonly number[];
}

/** A profile by its outline alone, on an axis that runs east where nothing else is said. */
export function madeProfile(built: MadeProfile): Profile {
  const outline = Float64Array.from(built.outline);
  const { area, momentX, momentY, perimeter } = measurePolygon(outline);
  const { measured = true } = built;
  const flags =
    typeof measured === 'boolean'
      ? new Uint8Array(outline.length / 2).fill(measured ? 1 : 0)
      : Uint8Array.from(measured);
  return {
    chainage: built.chainage ?? 0,
    origin: built.origin ?? [built.chainage ?? 0, 0, 0],
    left: [0, 1, 0],
    up: built.up ?? [0, 0, 1],
    outline,
    measured: flags,
    area,
    perimeter,
    measuredShare: flags.reduce((sum, flag) => sum + flag, 0) / flags.length,
    centroid: [momentX / area, momentY / area],
    support: 1000,
  };
}
