import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import type { Centreline } from '../motion/centreline.ts';
import type { RockSurface } from '../rock/rock-surface.ts';

/** Rock bolts with plates on a pattern over walls and crown. */
export interface BoltOptions {
  readonly from: number;
  readonly to: number;
  /** Distance between rings along the drive and between bolts around it, m. */
  readonly spacing: number;
  /** Side of the square plates, m. */
  readonly plate: number;
  /** Least and greatest distance of a plate off the rock at its centre, m, along the radius. */
  readonly least: number;
  readonly most: number;
}

export const BOLT_DEFAULTS: Omit<BoltOptions, 'from' | 'to'> = {
  spacing: 1.2,
  plate: 0.15,
  least: 0.04,
  most: 0.08,
};

/** Albedo of a galvanised plate. */
export const PLATE_ALBEDO = 0.5;
/** Directions of the pattern, degrees from left towards up: from low on the left wall over the crown. */
const PATTERN = { from: -15, to: 195 };
/** Standard deviation of a plate's place from the pattern, m. */
const DRILLED = 0.06;
/** Radius at which the spacing around the drive is true, m. */
const SPACING_RADIUS = 2.4;

/** One plate, flat and facing the axis. */
interface BoltPlate {
  readonly chainage: number;
  /** Rad from left towards up. */
  readonly theta: number;
  readonly centre: Float64Array;
  /** Unit vectors: into the void, and along its sides. */
  readonly normal: Float64Array;
  readonly along: Float64Array;
  readonly around: Float64Array;
}

/** The plates of a pattern, ring by ring, so that those near a chainage are quickly at hand. */
export class BoltPattern {
  readonly plates: readonly BoltPlate[];
  readonly half: number;
  readonly most: number;
  readonly #rings: readonly { chainage: number; plates: readonly BoltPlate[] }[];
  readonly #first: number;
  readonly #spacing: number;

  constructor(options: BoltOptions, line: Centreline, surface: RockSurface, seed: number) {
    const { from, to, spacing, plate, least, most } = options;
    const random = seededRandom(subSeed(seed, 'bolts'));
    const step = spacing / SPACING_RADIUS;
    const [first, last] = [PATTERN.from, PATTERN.to].map((degrees) => (degrees * Math.PI) / 180);
    const rings: { chainage: number; plates: BoltPlate[] }[] = [];
    for (let s = from; s <= to; s += spacing) {
      const plates: BoltPlate[] = [];
      for (let theta = first; theta <= last; theta += step) {
        const chainage = s + DRILLED * Math.max(-2, Math.min(2, random.normal()));
        const turned = theta + (DRILLED / SPACING_RADIUS) * random.normal();
        const off = least + (most - least) * random.uniform();
        plates.push(boltPlate(chainage, turned, off, line, surface));
      }
      rings.push({ chainage: s, plates });
    }
    this.#rings = rings;
    this.#first = from;
    this.#spacing = spacing;
    this.plates = rings.flatMap((ring) => ring.plates);
    this.half = plate / 2;
    this.most = most;
  }

  /**
   * Nearest plate between two chainages that a ray meets before a distance; Infinity: none. Fills `cosine`.
   */
  intersect(ray: Float64Array, before: number, s0: number, s1: number): number {
    const margin = this.half + 3 * DRILLED;
    const spacing = this.#spacing;
    const low = Math.max(Math.ceil((Math.min(s0, s1) - margin - this.#first) / spacing), 0);
    const high = Math.min(
      Math.floor((Math.max(s0, s1) + margin - this.#first) / spacing),
      this.#rings.length - 1,
    );
    let best = Number.POSITIVE_INFINITY;
    for (let ring = low; ring <= high; ring++)
      for (const plate of this.#rings[ring].plates) {
        const t = meetPlate(plate, this.half, ray);
        if (t > 0 && t < before && t < best) {
          best = t;
          this.cosine = -dot(ray, 3, plate.normal);
        }
      }
    return best;
  }

  cosine = 1;
}

function boltPlate(
  chainage: number,
  theta: number,
  off: number,
  line: Centreline,
  surface: RockSurface,
): BoltPlate {
  const [c, s] = [Math.cos(theta), Math.sin(theta)];
  const radius = surface.radiusAt(chainage, theta) - off;
  const { T, N, B } = line.frameAt(chainage);
  return {
    chainage,
    theta,
    centre: line.pointAt(chainage, radius * c, radius * s),
    normal: N.map((n, k) => -(c * n + s * B[k])),
    along: T,
    around: N.map((n, k) => -s * n + c * B[k]),
  };
}

function meetPlate({ centre, normal, along, around }: BoltPlate, half: number, ray: Float64Array): number {
  const facing = -dot(ray, 3, normal);
  if (facing <= 0) return Number.POSITIVE_INFINITY;
  const [px, py, pz] = [ray[0] - centre[0], ray[1] - centre[1], ray[2] - centre[2]];
  const t = (px * normal[0] + py * normal[1] + pz * normal[2]) / facing;
  const [qx, qy, qz] = [px + t * ray[3], py + t * ray[4], pz + t * ray[5]];
  const u = qx * along[0] + qy * along[1] + qz * along[2];
  const v = qx * around[0] + qy * around[1] + qz * around[2];
  return Math.abs(u) <= half && Math.abs(v) <= half ? t : Number.POSITIVE_INFINITY;
}

function dot(ray: Float64Array, at: number, vector: Float64Array): number {
  return ray[at] * vector[0] + ray[at + 1] * vector[1] + ray[at + 2] * vector[2];
}
