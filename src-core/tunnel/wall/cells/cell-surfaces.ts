import { giveBack } from '../../../model/give-back.ts';
import { forEachSlab, type SectionVoxels, type SlabPoints } from '../voxels/section-voxels.ts';
import type { ProfileOptions } from './profile-options.ts';

/** Greatest number of surfaces stored per cell, outermost first. */
export const SURFACES = 3;

/** Surfaces of a slab that there is room for at first. */
const ROOM = 1024;

/** Points this far from either side of a surface, in voxels, are between the sides whatever the range noise. */
const CLEAR_VOXELS = 2;

/**
 * Surfaces in the points of the cells of one slab, outermost first: those of bin j are `first[j]` to before
 * `first[j + 1]`. Most cells have one, and most of a long axis none. Its arrays are reused, and longer than there are
 * surfaces.
 */
export class SlabSurfaces {
  readonly bins: number;
  /** One more than there are bins. */
  readonly first: Uint32Array;
  /** Mean radius from the section's middle, m. */
  radius = new Float32Array(ROOM);
  /** Innermost radius of the surface's points, and the outermost without strays, m. */
  low = new Float32Array(ROOM);
  high = new Float32Array(ROOM);
  /** Mean angle of the points from the middle of the bin, rad. */
  angle = new Float32Array(ROOM);
  points = new Uint32Array(ROOM);
  /**
   * Of the points clear of both sides, as on a jamb or roof of a recess that is seen edge-on: their number,
   * and their mean position in the cell along the axis and round the section, 0..1.
   */
  between = new Uint32Array(ROOM);
  betweenAlong = new Float32Array(ROOM);
  betweenRound = new Float32Array(ROOM);
  /** Mean position along the axis of the points that the radius is computed from, 0..1. */
  along = new Float32Array(ROOM);
  #count = 0;

  constructor(bins: number) {
    this.bins = bins;
    this.first = new Uint32Array(bins + 1);
  }

  /** Number of surfaces. */
  get count(): number {
    return this.#count;
  }

  /** No surface is left. */
  clear(): void {
    this.#count = 0;
    this.first.fill(0);
  }

  /** Room for a surface. @returns its index */
  add(): number {
    if (this.#count === this.radius.length) this.#resize(2 * this.#count);
    const at = this.#count++;
    this.between[at] = 0;
    this.betweenAlong[at] = 0;
    this.betweenRound[at] = 0;
    return at;
  }

  #resize(length: number): void {
    this.radius = resized(Float32Array, this.radius, length);
    this.low = resized(Float32Array, this.low, length);
    this.high = resized(Float32Array, this.high, length);
    this.angle = resized(Float32Array, this.angle, length);
    this.points = resized(Uint32Array, this.points, length);
    this.between = resized(Uint32Array, this.between, length);
    this.betweenAlong = resized(Float32Array, this.betweenAlong, length);
    this.betweenRound = resized(Float32Array, this.betweenRound, length);
    this.along = resized(Float32Array, this.along, length);
  }
}

/**
 * Groups the points of each cell into surfaces: runs of radii without a gap wider than `surfaceGap`.
 *
 * Within a surface the mean radius is computed over the points within `surfaceGap` of its outer side: the
 * mean, not the median, because a step of the rock inside the cell (the look-out of a round, a ledge) must
 * count by its share of the cell; the range noise is symmetric and far smaller. Objects in front of the wall
 * and in contact with it, such as feet on the floor, are farther in and do not count.
 *
 * @param centre (left, up) of the section's middle per slab
 * @param visit is given each slab of the drive, in order, with the surfaces of the slabs before and behind it, all valid
 *   until it returns; null: there is none
 */
export function forEachSurfaces(
  voxels: SectionVoxels,
  centre: Float64Array,
  options: ProfileOptions,
  visit: (slab: number, here: SlabSurfaces, before: SlabSurfaces | null, after: SlabSurfaces | null) => void,
): void {
  const bins = options.angleBins;
  const { slabCount } = voxels;
  const ring = [new SlabSurfaces(bins), new SlabSurfaces(bins), new SlabSurfaces(bins)];
  const of = (slab: number): SlabSurfaces => ring[slab % ring.length];
  const scratch = new SlabScratch(bins);
  /** Slabs whose surfaces are known. */
  let known = 0;
  const close = (): void => {
    known++;
    if (known > 1) visit(known - 2, of(known - 2), known > 2 ? of(known - 3) : null, of(known - 1));
  };
  const skipTo = (slab: number): void => {
    while (known < slab) {
      of(known).clear();
      close();
    }
  };
  forEachSlab(voxels, (slab, points) => {
    if (slab >= slabCount) return;
    skipTo(slab);
    const surfaces = of(slab);
    surfaces.clear();
    scratch.sortIntoBins(points, centre[2 * slab], centre[2 * slab + 1]);
    for (let bin = 0; bin < bins; bin++) {
      scratch.sortOutward(bin);
      splitIntoSurfaces(scratch, bin, bins, surfaces, options);
      surfaces.first[bin + 1] = surfaces.count;
    }
    close();
  });
  skipTo(slabCount);
  if (slabCount > 0) visit(slabCount - 1, of(slabCount - 1), slabCount > 1 ? of(slabCount - 2) : null, null);
}

function resized<Column extends Float32Array | Uint32Array>(
  Type: new (length: number) => Column,
  old: Column,
  length: number,
): Column {
  const column = new Type(length);
  column.set(old.subarray(0, length));
  giveBack(old);
  return column;
}

/** Polar coordinates of one slab's voxels, grouped by angle bin. */
class SlabScratch {
  radius = new Float64Array(0);
  angle = new Float64Array(0);
  along = new Float64Array(0);
  points = new Uint32Array(0);
  /** First voxel of each bin; bins + 1 numbers. */
  readonly first: Int32Array;
  #bin = new Int32Array(0);
  readonly #bins: number;

  constructor(bins: number) {
    this.#bins = bins;
    this.first = new Int32Array(bins + 1);
  }

  sortIntoBins(points: SlabPoints, centreLeft: number, centreUp: number): void {
    const { first } = this;
    const bins = this.#bins;
    const count = points.count;
    if (count > this.radius.length) {
      this.radius = new Float64Array(2 * count);
      this.angle = new Float64Array(2 * count);
      this.along = new Float64Array(2 * count);
      this.points = new Uint32Array(2 * count);
      this.#bin = new Int32Array(2 * count);
    }
    const width = (2 * Math.PI) / bins;
    first.fill(0);
    for (let i = 0; i < count; i++) {
      const turn = Math.atan2(points.up[i] - centreUp, points.left[i] - centreLeft) + Math.PI;
      this.#bin[i] = Math.min(bins - 1, Math.floor(turn / width));
      first[this.#bin[i] + 1]++;
    }
    for (let b = 0; b < bins; b++) first[b + 1] += first[b];
    const next = first.slice();
    for (let i = 0; i < count; i++) {
      const dl = points.left[i] - centreLeft;
      const du = points.up[i] - centreUp;
      const at = next[this.#bin[i]]++;
      this.radius[at] = Math.sqrt(dl * dl + du * du);
      this.angle[at] = Math.atan2(du, dl) + Math.PI - (this.#bin[i] + 0.5) * width;
      this.along[at] = points.along[i];
      this.points[at] = points.points[i];
    }
  }

  /** Sorts the voxels of a bin by radius, largest first. A bin has few: insertion is fastest. */
  sortOutward(bin: number): void {
    const { radius, angle, along, points } = this;
    for (let i = this.first[bin] + 1; i < this.first[bin + 1]; i++) {
      const r = radius[i];
      const a = angle[i];
      const s = along[i];
      const n = points[i];
      let at = i;
      for (; at > this.first[bin] && radius[at - 1] < r; at--) {
        radius[at] = radius[at - 1];
        angle[at] = angle[at - 1];
        along[at] = along[at - 1];
        points[at] = points[at - 1];
      }
      radius[at] = r;
      angle[at] = a;
      along[at] = s;
      points[at] = n;
    }
  }
}

function splitIntoSurfaces(
  scratch: SlabScratch,
  bin: number,
  bins: number,
  surfaces: SlabSurfaces,
  options: ProfileOptions,
): void {
  const { radius, angle, along, points } = scratch;
  const { surfaceGap } = options;
  const width = (2 * Math.PI) / bins;
  const clear = CLEAR_VOXELS * options.voxel;
  const end = scratch.first[bin + 1];
  let all = 0;
  for (let i = scratch.first[bin]; i < end; i++) all += points[i];
  // In a cell with only a few points, half of them are enough: the neighbours are checked later.
  const enough = Math.max(Math.min(options.minSupport, Math.ceil(all / 2)), options.minShare * all);
  let count = 0;
  for (let from = scratch.first[bin]; from < end && count < SURFACES; ) {
    let to = from + 1;
    let support = points[from];
    while (to < end && radius[to - 1] - radius[to] <= surfaceGap) support += points[to++];
    if (support >= enough) {
      const outer = outerSide(
        radius,
        points,
        from,
        Math.max(Math.min(options.minSupport, Math.ceil(support / 2)), options.minShare * support),
      );
      let n = 0;
      let sumRadius = 0;
      let sumAngle = 0;
      let between = 0;
      let sumAlong = 0;
      let sumBetweenAlong = 0;
      let sumBetweenRound = 0;
      for (let i = from; i < to; i++) {
        if (radius[i] < outer - clear && radius[i] > radius[to - 1] + clear) {
          between += points[i];
          sumBetweenAlong += points[i] * along[i];
          sumBetweenRound += points[i] * (angle[i] / width + 0.5);
        }
        if (Math.abs(radius[i] - outer) > surfaceGap) continue;
        n += points[i];
        sumRadius += points[i] * radius[i];
        sumAngle += points[i] * angle[i];
        sumAlong += points[i] * along[i];
      }
      const at = surfaces.add();
      surfaces.radius[at] = sumRadius / n;
      surfaces.angle[at] = sumAngle / n;
      surfaces.low[at] = radius[to - 1];
      surfaces.high[at] = outer;
      surfaces.points[at] = n;
      surfaces.between[at] = between;
      surfaces.along[at] = sumAlong / n;
      if (between > 0) {
        surfaces.betweenAlong[at] = sumBetweenAlong / between;
        surfaces.betweenRound[at] = sumBetweenRound / between;
      }
      count++;
    }
    from = to;
  }
}

/** Radius that `share` points reach or exceed: the outer side without its outermost strays. */
function outerSide(radius: Float64Array, points: Uint32Array, from: number, share: number): number {
  let seen = 0;
  let i = from;
  for (; ; i++) {
    seen += points[i];
    if (seen >= share) return radius[i];
  }
}
