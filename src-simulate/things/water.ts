import type { Centreline } from '../motion/centreline.ts';
import { smoothstep } from '../motion/smoothstep.ts';
import type { Displacement } from '../rock/roughness.ts';
import type { Section } from '../rock/section.ts';

/** Standing water on the floor of the drive. */
export interface PoolOptions {
  /** Chainages between which water can stand, m. */
  readonly from: number;
  readonly to: number;
  /** Offsets to the left of the axis between which it can stand, m; clamped to the nominal walls. */
  readonly right: number;
  readonly left: number;
  /**
   * Level of the water over the nominal floor at the lower of the two ends, m. The surface is horizontal in the
   * world: on a grade it ends where the rock floor rises out of it.
   */
  readonly level: number;
  /** Depth of the basin by which the rock floor is lowered in the middle of the pool, m; it runs out at the rim. */
  readonly depth: number;
  /**
   * Share of the rays that the surface throws on as a mirror would; the others are lost, as ripples and dust on it
   * make them. 0: water without any return.
   */
  readonly mirrored: number;
}

/** Refractive index of water at 865 nm (Hale and Querry 1973: 1.328). */
const WATER_INDEX = 1.33;
/** Mean square slope of the surface of still water, from which it throws light straight back at steep incidence. */
const RIPPLE_SLOPE = 0.003;
/** Share of half the pool's width and length over which its basin deepens from the rim. */
const BANK = 0.6;

/** Reflectance of unpolarised light at a water surface (Fresnel), by the cosine of the incidence to the vertical. */
export function waterReflectance(cosine: number): number {
  const sine = Math.sqrt(Math.max(1 - cosine * cosine, 0)) / WATER_INDEX;
  const below = Math.sqrt(1 - sine * sine);
  const across = (cosine - WATER_INDEX * below) / (cosine + WATER_INDEX * below);
  const along = (below - WATER_INDEX * cosine) / (below + WATER_INDEX * cosine);
  return (across * across + along * along) / 2;
}

/**
 * Albedo times cosine of a matt surface that would return as much light as the water does straight from its
 * facets (Barrick 1968, Gaussian slopes): only steep rays see any.
 */
export function waterBackscatter(cosine: number): number {
  const tangent2 = 1 / (cosine * cosine) - 1;
  const facets = Math.exp(-tangent2 / RIPPLE_SLOPE) / (4 * RIPPLE_SLOPE * cosine ** 5);
  return waterReflectance(1) * facets;
}

/** A pool in the world: a horizontal plane with a rim in tunnel coordinates. */
export class Pool {
  /** Elevation of the surface, m. */
  readonly elevation: number;
  readonly options: PoolOptions;
  /** Circle around its extent, world: no crossing outside. */
  readonly #centre: Float64Array;
  readonly #reach2: number;

  constructor(options: PoolOptions, line: Centreline, section: Section) {
    const { axisHeight } = section.options;
    const floorAt = (s: number) => line.pointAt(s, 0, -axisHeight)[2];
    this.elevation = Math.min(floorAt(options.from), floorAt(options.to)) + options.level;
    this.options = clampedToWalls(options, section);
    const { from, to, right, left } = this.options;
    this.#centre = line.pointAt((from + to) / 2, (right + left) / 2, -axisHeight);
    this.#reach2 = Math.hypot(to - from, left - right) ** 2;
  }

  /** Whether a world point of the plane can lie within the rim; cheap, and never false for one that does. */
  isNear(x: number, y: number): boolean {
    const [dx, dy] = [x - this.#centre[0], y - this.#centre[1]];
    return dx * dx + dy * dy < this.#reach2;
  }

  /** Whether tunnel coordinates (chainage, left) lie within the rim. */
  holds(s: number, n: number): boolean {
    const { from, to, right, left } = this.options;
    return s >= from && s <= to && n >= right && n <= left;
  }
}

/** Rock displacement with the basins of the pools: the floor is lowered along the radius. */
export function withBasins(
  before: Displacement,
  pools: readonly PoolOptions[],
  section: Section,
  angles: Float64Array,
): Displacement {
  if (pools.length === 0) return before;
  const basins = pools.map((pool) => {
    const { right, left } = clampedToWalls(pool, section);
    const [middle, half] = [(left + right) / 2, (left - right) / 2];
    return angles.map((theta) => {
      const sine = Math.sin(theta);
      if (sine >= -0.2) return 0;
      const n = section.radiusAt(theta) * Math.cos(theta);
      return (pool.depth * fromRim(Math.abs(n - middle) / half)) / -sine;
    });
  });
  return (s, i) => {
    let moved = before(s, i);
    pools.forEach(({ from, to }, k) => {
      moved += basins[k][i] * fromRim(Math.abs(s - (from + to) / 2) / ((to - from) / 2));
    });
    return moved;
  };
}

/** 1 in the middle, 0 from the rim (1) on. */
function fromRim(share: number): number {
  return smoothstep((1 - share) / BANK);
}

function clampedToWalls(options: PoolOptions, section: Section): PoolOptions {
  const half = section.options.width / 2;
  return { ...options, right: Math.max(options.right, -half), left: Math.min(options.left, half) };
}
