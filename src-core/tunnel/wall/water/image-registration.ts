import { planeEigen } from '../../../math/eigen3.ts';
import { median, SIGMA_OF_MAD } from '../../../math/statistics.ts';
import { cross3, unit3 } from '../../../math/vec3.ts';
import type { AxisGeometry } from '../../axis/axis-geometry.ts';
import type { Plumb } from '../voxels/plumb-up.ts';
import { forEachSlab, type SectionVoxels } from '../voxels/section-voxels.ts';
import { CLEARLY_BELOW, type DeepVoxels } from './deep-returns.ts';
import { type MirroredPlace, SlabLevels } from './slab-levels.ts';

/** Edge of the cubes in which the wall is looked up, m: a plane is fitted to a cube and those round it. */
const CUBE = 0.12;
/** Fewest voxels of a piece of wall, and its greatest thickness as a share of its width: rougher has no normal. */
const LEAST_VOXELS = 6;
const FLAT = 0.35;
/** Returns farther than this from the wall are none of its images, m. */
const REACH = 0.2;
const ITERATIONS = 8;
/** A step smaller than this ends the iteration, m and rad. */
const SETTLED = 2e-4;
/** Tukey's biweight: standard deviations beyond which a residual does not count, and the least one, m. */
const TUKEY = 4.685;
const LEAST_SIGMA = 0.015;
/** Fewest images that determine a level. */
const LEAST_PAIRS = 12;
/** Largest standard deviation of a level that images determine, m: vertical smooth walls fit any. */
const DETERMINED = 0.03;
/** Standard deviation of the plumb direction before, rad: the bias of an accelerometer. */
const PLUMB_SIGMA = 0.012;
/** Images of one piece of wall share its relief: they count as one observation for this many. */
const PER_PIECE = 4;

/** Water levels of groups of returns, and the plumb direction that they agree on. */
interface RegisteredImages {
  /** Turn of the plumb direction towards the two directions given, rad. */
  readonly tilt: readonly [number, number];
  /** Elevation by group, m, after that turn; null: its images do not determine it. */
  readonly levels: readonly (number | null)[];
}

interface Piece {
  readonly normal: readonly [along: number, left: number, up: number];
  readonly centre: readonly [along: number, left: number, up: number];
}

/**
 * Plumb direction and water levels by registration of mirror images to the wall that they show: each group of returns
 * is reflected about a plane of its own, all normal to one plumb direction, so that it falls on the measured wall with
 * the least squares of its distances to the wall's tangent planes. Gauss-Newton with Tukey's weights; the levels
 * are eliminated (Schur complement). A vertical smooth wall says nothing; broken rock, shoulders and crown do.
 */
export class ImageRegistration {
  readonly #voxels: SectionVoxels;
  readonly #deep: DeepVoxels;
  /** Wall voxels by cube: along, left, up in metres. */
  readonly #cubes = new Map<number, number[]>();
  readonly #pieces = new Map<number, Piece | null>();
  readonly #image: MirroredPlace = { along: 0, left: 0, up: 0 };

  /** @param floor height per slab, m up from the axis */
  constructor(voxels: SectionVoxels, floor: Float64Array, deep: DeepVoxels) {
    this.#voxels = voxels;
    this.#deep = deep;
    const { slab, slabCount } = voxels;
    forEachSlab(voxels, (k, seen) => {
      if (k >= slabCount) return;
      const limit = floor[k] - CLEARLY_BELOW;
      for (let i = 0; i < seen.count; i++) {
        if (seen.up[i] < limit) continue;
        const place = [(k + seen.along[i]) * slab, seen.left[i], seen.up[i]];
        const key = keyOf(place[0], place[1], place[2]);
        const cube = this.#cubes.get(key);
        if (cube === undefined) this.#cubes.set(key, place);
        else cube.push(...place);
      }
    });
  }

  /**
   * Registers groups of returns.
   *
   * @param groups members of the deep voxels, and the elevation of their water to a decimetre, m
   * @param levelsOf elevations for a turn of the plumb direction about the start of the axis
   * @param towards two directions that the plumb direction is turned towards, as elevations along them
   */
  register(
    groups: readonly { readonly members: readonly number[]; readonly level: number }[],
    levelsOf: (tilt: readonly [number, number]) => SlabLevels,
    towards: readonly [SlabLevels, SlabLevels],
  ): RegisteredImages {
    const tilt: [number, number] = [0, 0];
    const levels: (number | null)[] = groups.map(({ level }) => level);
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      const slabLevels = levelsOf(tilt);
      // Normal equations of the tilt after the elimination of the levels: of the prior, then of each group.
      const prior = 1 / PLUMB_SIGMA ** 2;
      let [n00, n01, n11, r0, r1] = [prior, 0, prior, prior * tilt[0], prior * tilt[1]];
      const sums: (readonly number[] | null)[] = groups.map(({ members }, g) => {
        const level = levels[g];
        if (level === null) return null;
        const sum = this.#sums(members, level, slabLevels, towards);
        if (sum === null) levels[g] = null;
        return sum;
      });
      for (const sum of sums) {
        if (sum === null) continue;
        const [ll, l0, l1, t00, t01, t11, lr, tr0, tr1] = sum;
        n00 += t00 - (l0 * l0) / ll;
        n01 += t01 - (l0 * l1) / ll;
        n11 += t11 - (l1 * l1) / ll;
        r0 += tr0 - (l0 * lr) / ll;
        r1 += tr1 - (l1 * lr) / ll;
      }
      const det = n00 * n11 - n01 * n01;
      const step = [-(n11 * r0 - n01 * r1) / det, -(n00 * r1 - n01 * r0) / det];
      tilt[0] += step[0];
      tilt[1] += step[1];
      let largest = Math.max(Math.abs(step[0]), Math.abs(step[1]));
      sums.forEach((sum, g) => {
        const level = levels[g];
        if (sum === null || level === null) return;
        const [ll, l0, l1, , , , lr] = sum;
        const rise = -(lr + l0 * step[0] + l1 * step[1]) / ll;
        levels[g] = level + rise;
        largest = Math.max(largest, Math.abs(rise));
      });
      if (largest < SETTLED) break;
    }
    return { tilt, levels };
  }

  /** Weighted sums of a group: products of the derivatives by level and tilt, and with the residuals. */
  #sums(
    members: readonly number[],
    level: number,
    levels: SlabLevels,
    towards: readonly [SlabLevels, SlabLevels],
  ): readonly number[] | null {
    const pairs = this.#pairs(members, level, levels, towards);
    if (pairs.length < LEAST_PAIRS) return null;
    const scale = Math.max(LEAST_SIGMA, SIGMA_OF_MAD * median(pairs.map(([residual]) => Math.abs(residual))));
    const sum = new Array<number>(9).fill(0);
    for (const [residual, l, t0, t1] of pairs) {
      const u = residual / (TUKEY * scale);
      if (Math.abs(u) >= 1) continue;
      const weight = (1 - u * u) ** 2 / (PER_PIECE * scale * scale);
      const products = [
        l * l,
        l * t0,
        l * t1,
        t0 * t0,
        t0 * t1,
        t1 * t1,
        l * residual,
        t0 * residual,
        t1 * residual,
      ];
      for (let i = 0; i < products.length; i++) sum[i] += weight * products[i];
    }
    return sum[0] > 1 / DETERMINED ** 2 ? sum : null;
  }

  /** Distance of each image from the wall, m, and its derivatives by the level and both turns. */
  #pairs(
    members: readonly number[],
    level: number,
    levels: SlabLevels,
    towards: readonly [SlabLevels, SlabLevels],
  ): [residual: number, level: number, t0: number, t1: number][] {
    const { along, left, up } = this.#deep;
    const { slab } = this.#voxels;
    const image = this.#image;
    const pairs: [number, number, number, number][] = [];
    for (const member of members) {
      const [a, l, u] = [along[member], left[member], up[member]];
      levels.mirror(a, l, u, level, image);
      const piece = this.#pieceAt(image.along * slab, image.left, image.up);
      if (piece === null) continue;
      const { normal, centre } = piece;
      const residual =
        normal[0] * (image.along * slab - centre[0]) +
        normal[1] * (image.left - centre[1]) +
        normal[2] * (image.up - centre[2]);
      if (Math.abs(residual) > REACH) continue;
      const place: MirroredPlace = { along: a, left: l, up: u };
      const [byLevel, t0, t1] = imageDerivatives(normal, place, level, levels, towards);
      pairs.push([residual, byLevel, t0, t1]);
    }
    return pairs;
  }

  /** Tangent plane of the wall at a place; null: there is none, or it is too rough. */
  #pieceAt(a: number, l: number, u: number): Piece | null {
    const key = keyOf(a, l, u);
    let piece = this.#pieces.get(key);
    if (piece === undefined) {
      piece = this.#fitted(a, l, u);
      this.#pieces.set(key, piece);
    }
    return piece;
  }

  #fitted(a: number, l: number, u: number): Piece | null {
    const near: number[] = [];
    for (let i = -1; i <= 1; i++)
      for (let j = -1; j <= 1; j++)
        for (let k = -1; k <= 1; k++)
          near.push(...(this.#cubes.get(keyOf(a + i * CUBE, l + j * CUBE, u + k * CUBE)) ?? []));
    const count = near.length / 3;
    if (count < LEAST_VOXELS) return null;
    const centre: [number, number, number] = [0, 0, 0];
    for (let i = 0; i < near.length; i++) centre[i % 3] += near[i] / count;
    const m = new Float64Array(6);
    for (let i = 0; i < near.length; i += 3) {
      const [x, y, z] = [near[i] - centre[0], near[i + 1] - centre[1], near[i + 2] - centre[2]];
      m[0] += x * x;
      m[1] += x * y;
      m[2] += x * z;
      m[3] += y * y;
      m[4] += y * z;
      m[5] += z * z;
    }
    const eigen = new Float64Array(6);
    planeEigen(m[0], m[1], m[2], m[3], m[4], m[5], eigen);
    if (Math.sqrt(Math.max(0, eigen[0])) > FLAT * Math.sqrt(eigen[1])) return null;
    return { normal: [eigen[3], eigen[4], eigen[5]], centre };
  }
}

/**
 * Derivatives of the distance of a place's mirror image from a plane: by the level of the water, and by turns of the
 * plumb direction towards two directions, m per rad.
 *
 * @param normal of the plane: along the axis, left, up
 * @param level elevation of the water, m
 * @param towards the two directions, as elevations along them
 */
export function imageDerivatives(
  normal: readonly number[],
  { along, left, up }: MirroredPlace,
  level: number,
  levels: SlabLevels,
  towards: readonly [SlabLevels, SlabLevels],
): readonly [level: number, t0: number, t1: number] {
  const across = (direction: readonly number[]): number =>
    normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
  const plumb = across(levels.plumb(along));
  const depth = level - levels.elevation(along, left, up);
  // q = p + 2 (level - g·p) g: a turn of g towards e moves it by 2 (level - g·p) e - 2 (e·p) g.
  const turn = (turned: SlabLevels): number =>
    2 * (depth * across(turned.plumb(along)) - turned.elevation(along, left, up) * plumb);
  return [2 * plumb, turn(towards[0]), turn(towards[1])];
}

function keyOf(along: number, left: number, up: number): number {
  const [a, l, u] = [along, left, up].map((metres) => Math.floor(metres / CUBE) + 32_768);
  return (a * 65_536 + l) * 65_536 + u;
}

/**
 * The plumb direction that mirror images agree on, and the levels of their water about it.
 *
 * @param registration of the deep voxels of the same wall
 * @param up plumb direction to about a degree
 * @param images returns that prove water, and the elevation of each, m
 */
export function registeredImages(
  geometry: AxisGeometry,
  voxels: SectionVoxels,
  registration: ImageRegistration,
  up: Plumb,
  {
    proofs,
    levels,
  }: {
    readonly proofs: readonly (readonly number[])[];
    readonly levels: readonly { readonly level: number }[];
  },
): { readonly up: Plumb; readonly levels: RegisteredImages['levels'] } {
  const [ahead, aside] = acrossPlumb(up);
  const turned = ([a, b]: readonly [number, number]): Plumb =>
    unit3([0, 1, 2].map((k) => up[k] + a * ahead[k] + b * aside[k]));
  const registered = registration.register(
    proofs.map((members, i) => ({ members, level: levels[i].level })),
    (tilt) => new SlabLevels(geometry, voxels, turned(tilt)),
    [new SlabLevels(geometry, voxels, ahead), new SlabLevels(geometry, voxels, aside)],
  );
  return { up: turned(registered.tilt), levels: registered.levels };
}

/** Two unit vectors at right angles to a direction and to each other. */
function acrossPlumb(up: Plumb): readonly [Plumb, Plumb] {
  const ahead = unit3([1 - up[0] * up[0], -up[0] * up[1], -up[0] * up[2]]);
  return [ahead, cross3(up, ahead)];
}
