import { forEachSlab, type SectionVoxels } from '../voxels/section-voxels.ts';
import { CLEARLY_BELOW, type DeepVoxels } from './deep-returns.ts';
import type { MirroredPlace, SlabLevels } from './slab-levels.ts';
import { WallOccupancy } from './wall-occupancy.ts';

/** Levels of water that are tried, m about the floor near a group, and their interval. */
const LOWEST = -0.5;
const HIGHEST = 0.15;
const LEVEL_STEP = 0.02;
/** Distance along the axis within which the floor determines those levels, m. */
const LEVEL_REACH = 3;
/**
 * Only voxels this far under a level are evidence, m: their images are that far over it, clear of the floor and its
 * edges. Nearer, a level floor or a ditch would be its own image.
 */
const EVIDENCE_DEPTH = 0.35;
/** ... and a tenth of it is this far under: what is less deep is a ditch or a rut, of which no return is mirrored. */
const DEEP = 0.5;
const DEEP_SHARE = 0.1;
/** Least share of a group's voxels that must be that deep; the rest may be floor of the hollow that the water is in. */
const EVIDENCE_SHARE = 0.2;
/** Levels that explain a group as well as the best, to this share, fit it; closer together than this they determine it, m. */
const SAME_SHARE = 0.03;
const DETERMINED = 0.3;
/** Mirrored returns are looked for up to this distance from those that proved the water, m along the axis. */
const REACH = 30;
/** Returns are taken for mirrored from this depth under the water on, m: three times the noise of a range. */
const SURFACE = 0.06;

/** How levels explain a group of returns. */
interface Fit {
  /** Elevation, and the bounds of all that explain it as well, m. */
  readonly level: number;
  readonly bottom: number;
  readonly top: number;
  /** Voxels that are evidence, and the share of them with an image on the wall. */
  readonly evidence: number;
  readonly share: number;
}

const NOTHING_FITS: Fit = { level: Number.NaN, bottom: Number.NaN, top: Number.NaN, evidence: 0, share: 0 };

/** Level of water that mirrored returns prove. */
export interface ProvenLevel extends Fit {
  /** First and last slab of the returns. */
  readonly first: number;
  readonly last: number;
}

/** Voxels that are mirror images. */
export interface LeftOut {
  /** Per slab 1 for each voxel, in order, that is a mirror image; slabs without any are left out. */
  readonly leftOut: ReadonlyMap<number, Uint8Array>;
  /** Number of points left out per slab. */
  readonly pointsPerSlab: ReadonlyMap<number, number>;
}

/** Mirror images of the deep voxels of a drive. */
export class MirrorSearch {
  readonly #voxels: SectionVoxels;
  readonly #floor: Float64Array;
  readonly #deep: DeepVoxels;
  readonly #levels: SlabLevels;
  readonly #wall: WallOccupancy;
  readonly #image: MirroredPlace = { along: 0, left: 0, up: 0 };

  constructor(levels: SlabLevels, voxels: SectionVoxels, floor: Float64Array, deep: DeepVoxels) {
    this.#voxels = voxels;
    this.#floor = floor;
    this.#deep = deep;
    this.#levels = levels;
    this.#wall = this.#occupied();
  }

  /** Level that explains most of a group, with the share of its evidence that has an image on the wall. */
  best(members: readonly number[]): Fit {
    const { first, last } = this.extent(members);
    const reach = Math.round(LEVEL_REACH / this.#voxels.slab);
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = Math.max(0, first - reach); k <= Math.min(this.#floor.length - 1, last + reach); k++) {
      const elevation = this.#levels.elevation(k + 0.5, 0, this.#floor[k]);
      lowest = Math.min(lowest, elevation);
      highest = Math.max(highest, elevation);
    }
    const tried: { level: number; share: number; evidence: number }[] = [];
    for (let level = highest + HIGHEST; level >= lowest + LOWEST; level -= LEVEL_STEP) {
      const { mirrored, evidence } = this.#count(members, [level]);
      if (evidence >= EVIDENCE_SHARE * members.length)
        tried.push({ level, share: mirrored / evidence, evidence });
    }
    if (tried.length === 0) return NOTHING_FITS;
    const most = Math.max(...tried.map(({ share }) => share));
    const fitting = tried.filter(({ share }) => share >= most - SAME_SHARE);
    const [top, bottom] = [fitting[0].level, fitting[fitting.length - 1].level];
    // Between smooth vertical walls every level fits: then it is at most that of the floor.
    const level = top - bottom < DETERMINED ? (top + bottom) / 2 : Math.max(bottom, Math.min(top, highest));
    const nearest = fitting.reduce((a, b) => (Math.abs(b.level - level) < Math.abs(a.level - level) ? b : a));
    return { level, bottom, top, share: nearest.share, evidence: nearest.evidence };
  }

  /** Share of the evidence of a group that has its image about one of the levels on the wall; 0 without evidence. */
  share(members: readonly number[], levels: readonly number[]): number {
    const { mirrored, evidence } = this.#count(members, levels);
    return evidence > 0 && evidence >= EVIDENCE_SHARE * members.length ? mirrored / evidence : 0;
  }

  /** True if a voxel lies under a level by more than its noise. */
  isUnder(member: number, level: number): boolean {
    return this.#heightOf(member) < level - SURFACE;
  }

  levelsNear(members: readonly number[], levels: readonly ProvenLevel[]): number[] {
    const { first, last } = this.extent(members);
    const reach = REACH / this.#voxels.slab;
    return levels
      .filter((proven) => proven.first <= last + reach && proven.last >= first - reach)
      .map(({ level }) => level);
  }

  extent(members: readonly number[]): { first: number; last: number } {
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const member of members) {
      first = Math.min(first, this.#deep.slab[member]);
      last = Math.max(last, this.#deep.slab[member]);
    }
    return { first, last };
  }

  /** Void between the floor and the voxels of a group, m^3: the deepest of each slab and 0.2 m of width. */
  voidOver(members: readonly number[]): number {
    const width = 0.2;
    const depth = new Map<number, number>();
    const { slab, left, up } = this.#deep;
    for (const member of members) {
      const key = slab[member] * 4096 + Math.floor(left[member] / width);
      const below = this.#floor[slab[member]] - up[member];
      depth.set(key, Math.max(depth.get(key) ?? 0, below));
    }
    let sum = 0;
    for (const metres of depth.values()) sum += metres;
    return sum * width * this.#voxels.slab;
  }

  /**
   * Voxels that are mirror images: those found among the deep ones, and near a proven level what lies under it
   * with its image on the wall.
   */
  leaveOut(isMirrored: Uint8Array, levels: readonly ProvenLevel[]): LeftOut {
    const leftOut = new Map<number, Uint8Array>();
    const pointsPerSlab = new Map<number, number>();
    const bySlab = new Map<number, Set<number>>();
    for (let i = 0; i < this.#deep.count; i++) {
      if (isMirrored[i] === 0) continue;
      const slab = this.#deep.slab[i];
      bySlab.set(slab, (bySlab.get(slab) ?? new Set()).add(this.#deep.index[i]));
    }
    forEachSlab(this.#voxels, (slab, seen) => {
      if (slab >= this.#voxels.slabCount) return;
      const near = this.#levelsAt(slab, levels);
      const here = bySlab.get(slab);
      if (near.length === 0 && here === undefined) return;
      const out = new Uint8Array(seen.count);
      let points = 0;
      for (let i = 0; i < seen.count; i++) {
        if (seen.up[i] > this.#floor[slab] - SURFACE) continue;
        if (!here?.has(i) && !this.#isImage(near, slab + seen.along[i], seen.left[i], seen.up[i])) continue;
        out[i] = 1;
        points += seen.points[i];
      }
      if (points === 0) return;
      leftOut.set(slab, out);
      pointsPerSlab.set(slab, points);
    });
    return { leftOut, pointsPerSlab };
  }

  #levelsAt(slab: number, levels: readonly ProvenLevel[]): number[] {
    const reach = REACH / this.#voxels.slab;
    return levels
      .filter(({ first, last }) => slab >= first - reach && slab <= last + reach)
      .map(({ level }) => level);
  }

  #isImage(levels: readonly number[], along: number, left: number, up: number): boolean {
    const elevation = this.#levels.elevation(along, left, up);
    return levels.some((level) => elevation < level - SURFACE && this.#hasImage(along, left, up, level));
  }

  #count(members: readonly number[], levels: readonly number[]): { mirrored: number; evidence: number } {
    const { along, left, up } = this.#deep;
    const highest = Math.max(...levels);
    let [mirrored, evidence, far] = [0, 0, 0];
    for (const member of members) {
      const depth = highest - this.#heightOf(member);
      if (depth < EVIDENCE_DEPTH) continue;
      evidence++;
      if (depth > DEEP) far++;
      if (levels.some((level) => this.#hasImage(along[member], left[member], up[member], level))) mirrored++;
    }
    return far < DEEP_SHARE * evidence ? { mirrored: 0, evidence: 0 } : { mirrored, evidence };
  }

  #heightOf(member: number): number {
    const { along, left, up } = this.#deep;
    return this.#levels.elevation(along[member], left[member], up[member]);
  }

  #hasImage(along: number, left: number, up: number, level: number): boolean {
    const image = this.#image;
    this.#levels.mirror(along, left, up, level, image);
    return this.#wall.has(image.along, image.left, image.up);
  }

  /** The measured wall above the floor, near the deep voxels. */
  #occupied(): WallOccupancy {
    const { slabCount, voxel, slab } = this.#voxels;
    const covered = new Uint8Array(slabCount);
    let [left, right, lowest] = [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ];
    const margin = Math.round(LEVEL_REACH / slab);
    for (let i = 0; i < this.#deep.count; i++) {
      covered.fill(1, Math.max(0, this.#deep.slab[i] - margin), this.#deep.slab[i] + margin + 1);
      left = Math.min(left, this.#deep.left[i]);
      right = Math.max(right, this.#deep.left[i]);
      lowest = Math.min(lowest, this.#deep.up[i]);
    }
    let [bottom, top] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = 0; k < slabCount; k++) {
      if (covered[k] === 0) continue;
      bottom = Math.min(bottom, this.#floor[k] - CLEARLY_BELOW);
      top = Math.max(top, 2 * (this.#floor[k] + 1) - lowest);
    }
    const wall = new WallOccupancy(covered, voxel, { left: [left, right], up: [bottom, top] });
    forEachSlab(this.#voxels, (k, seen) => {
      if (k >= slabCount) return;
      const limit = this.#floor[k] - CLEARLY_BELOW;
      for (let i = 0; i < seen.count; i++) if (seen.up[i] >= limit) wall.add(k, seen.left[i], seen.up[i]);
    });
    return wall;
  }
}
