import { planeEigenOf } from '../../math/eigen3.ts';
import { addToPlane, momentsOfPlane, PLANE_SUMS } from '../../math/plane-sums.ts';
import { KeyBounds } from './key-bounds.ts';

/** Numbers a bin stores of its plane; see `PlaneMap.plane`. */
export const PLANE_STRIDE = 8;
const NOT_A_PLANE = -1;

/** Criteria for a bin's points to form a plane that may be matched against. */
export interface PlaneCriteria {
  /** Least number of points of a plane. */
  readonly minPoints: number;
  /**
   * Least ratio of the middle to the largest eigenvalue of the scatter of a plane, 0..1. A bin crossed by a single
   * ring of the sensor is a line: its normal about the ring is noise, and such bins move with the robot and hold
   * the solution back (measured in docs/decisions/0003-submap.md).
   */
  readonly minSpread: number;
}

export const PLANE_CRITERIA_DEFAULTS: PlaneCriteria = { minPoints: 15, minSpread: 0.3 };

/**
 * Voxel map of planes (Elias-style, as in pICP): each bin stores the sums from which its plane follows: mean, unit
 * normal, scatter along the normal. Adding a point is O(1) and stores no point, so the submap's memory grows with
 * the wall's area, not with the number of scans, and its noise falls with every scan that sees the bin.
 */
export class PlaneMap {
  readonly size: number;
  readonly criteria: PlaneCriteria;
  /** Bins in use. */
  count = 0;
  /** Points in each bin. */
  points: Float64Array;
  /**
   * Per bin: mean x y z, normal x y z, standard deviation along the normal (m), and the standard deviation of the
   * normal's own tilt (rad), negative if the points form no plane.
   */
  plane: Float64Array;

  #inverse: number;
  #keys: Int32Array;
  #sums: Float64Array;
  /** Points in each bin when its plane was last fitted. */
  #fitted: Float64Array;
  #table: Int32Array;
  #mask: number;
  readonly #bounds = new KeyBounds();
  readonly #eigen = new Float64Array(6);
  readonly #moments = new Float64Array(9);

  /**
   * @param size edge of a bin, metres
   * @param capacity initial capacity in bins, a power of two
   */
  constructor(size: number, criteria: PlaneCriteria = PLANE_CRITERIA_DEFAULTS, capacity = 4096) {
    this.size = size;
    this.#inverse = 1 / size;
    this.criteria = criteria;
    this.points = new Float64Array(capacity);
    this.plane = new Float64Array(PLANE_STRIDE * capacity);
    this.#keys = new Int32Array(3 * capacity);
    this.#sums = new Float64Array(PLANE_SUMS * capacity);
    this.#fitted = new Float64Array(capacity);
    this.#table = new Int32Array(4 * capacity).fill(-1);
    this.#mask = 4 * capacity - 1;
  }

  /** Copies the map with the least capacity needed; planes are refitted on demand. */
  clone(): PlaneMap {
    let capacity = 64;
    while (capacity < this.count) capacity *= 2;
    const copy = new PlaneMap(this.size, this.criteria, capacity);
    copy.count = this.count;
    copy.points.set(this.points.subarray(0, this.count));
    copy.#keys.set(this.#keys.subarray(0, 3 * this.count));
    copy.#sums.set(this.#sums.subarray(0, PLANE_SUMS * this.count));
    copy.#bounds.of(copy.#keys, copy.count, 3);
    copy.#rehash(copy.#table.length);
    return copy;
  }

  /** Integer coordinates of each bin in use, 3 numbers; bin (i, j, k) starts at size * (i, j, k). */
  get keys(): Int32Array {
    return this.#keys;
  }

  /** Index of the bin that contains a point, or -1. */
  find(x: number, y: number, z: number): number {
    return this.at(
      Math.floor(x * this.#inverse),
      Math.floor(y * this.#inverse),
      Math.floor(z * this.#inverse),
    );
  }

  /** Index of the bin with these integer coordinates, or -1. */
  at(i: number, j: number, k: number): number {
    const keys = this.#keys;
    let slot = binHash(i, j, k) & this.#mask;
    for (;;) {
      const bin = this.#table[slot];
      if (bin < 0) return -1;
      if (keys[3 * bin] === i && keys[3 * bin + 1] === j && keys[3 * bin + 2] === k) return bin;
      slot = (slot + 1) & this.#mask;
    }
  }

  /**
   * Adds points in order; the planes of their bins are updated on demand.
   *
   * @param xyz 3 * count
   */
  add(xyz: Float64Array, count: number): void {
    const { size } = this;
    const inverse = this.#inverse;
    // Points come in ring order: those in a row that share a bin are summed before they are stored.
    for (let first = 0; first < count; ) {
      const i = Math.floor(xyz[3 * first] * inverse) | 0;
      const j = Math.floor(xyz[3 * first + 1] * inverse) | 0;
      const k = Math.floor(xyz[3 * first + 2] * inverse) | 0;
      const result = this.at(i, j, k);
      const bin = result < 0 ? this.#insert(i, j, k) : result;
      const s = this.#sums;
      const at = PLANE_SUMS * bin;
      // Relative to the bin's centre: the squares of map coordinates would lose digits.
      const cx = (i + 0.5) * size;
      const cy = (j + 0.5) * size;
      const cz = (k + 0.5) * size;
      let next = first;
      do {
        addToPlane(s, at, xyz[3 * next] - cx, xyz[3 * next + 1] - cy, xyz[3 * next + 2] - cz);
        next++;
      } while (
        next < count &&
        Math.floor(xyz[3 * next] * inverse) === i &&
        Math.floor(xyz[3 * next + 1] * inverse) === j &&
        Math.floor(xyz[3 * next + 2] * inverse) === k
      );
      this.points[bin] += next - first;
      first = next;
    }
  }

  /**
   * Plane of a bin from all its points. It depends on them alone, not on when it is computed, so that bins refilled
   * with the same points give the same planes.
   *
   * @returns offset into `plane`, or -1 if the bin has no plane
   */
  planeOf(bin: number): number {
    const n = this.points[bin];
    if (n < this.criteria.minPoints) return -1;
    if (n !== this.#fitted[bin]) this.#fit(bin, n);
    const at = PLANE_STRIDE * bin;
    return this.plane[at + 7] === NOT_A_PLANE ? -1 : at;
  }

  /** Sums over the points of a bin relative to its centre: x y z (m), then xx xy xz yy yz zz (m^2); a view. */
  sumsOf(bin: number): Float64Array {
    return this.#sums.subarray(PLANE_SUMS * bin, PLANE_SUMS * bin + PLANE_SUMS);
  }

  /**
   * Adds a bin that is not in the map yet.
   *
   * @param sums over its points, see `sumsOf`
   */
  put(i: number, j: number, k: number, points: number, sums: ArrayLike<number>): void {
    const bin = this.#insert(i, j, k);
    this.points[bin] = points;
    this.#sums.set(sums, PLANE_SUMS * bin);
  }

  /**
   * Drops every bin farther from a point than `radius`, m, so that a long drive needs bounded memory.
   *
   * @returns number of bins dropped
   */
  keepWithin(x: number, y: number, z: number, radius: number): number {
    if (this.#bounds.areWithin([x, y, z], radius, this.size)) return 0;
    const before = this.count;
    const r2 = radius * radius;
    const { size } = this;
    const keys = this.#keys;
    let count = 0;
    // Bins are moved in runs: those of one stretch of the drive are contiguous, and are near or far together.
    let run = 0;
    for (let bin = 0; bin < before; bin++) {
      const dx = (keys[3 * bin] + 0.5) * size - x;
      const dy = (keys[3 * bin + 1] + 0.5) * size - y;
      const dz = (keys[3 * bin + 2] + 0.5) * size - z;
      if (dx * dx + dy * dy + dz * dz <= r2) continue;
      count += this.#move(run, bin, count);
      run = bin + 1;
    }
    count += this.#move(run, before, count);
    if (count === before) return 0;
    this.count = count;
    this.#bounds.of(this.#keys, count, 3);
    this.#rehash(this.#table.length);
    return before - count;
  }

  /** Moves bins towards the front. @returns number moved */
  #move(from: number, end: number, to: number): number {
    if (from === to || from === end) return end - from;
    this.#keys.copyWithin(3 * to, 3 * from, 3 * end);
    this.#sums.copyWithin(PLANE_SUMS * to, PLANE_SUMS * from, PLANE_SUMS * end);
    this.plane.copyWithin(PLANE_STRIDE * to, PLANE_STRIDE * from, PLANE_STRIDE * end);
    this.points.copyWithin(to, from, end);
    this.#fitted.copyWithin(to, from, end);
    return end - from;
  }

  #fit(bin: number, n: number): void {
    const m = this.#moments;
    momentsOfPlane(this.#sums, PLANE_SUMS * bin, n, m);
    const e = this.#eigen;
    planeEigenOf(m, 3, e);
    const p = this.plane;
    const to = PLANE_STRIDE * bin;
    p[to] = m[0] + (this.#keys[3 * bin] + 0.5) * this.size;
    p[to + 1] = m[1] + (this.#keys[3 * bin + 1] + 0.5) * this.size;
    p[to + 2] = m[2] + (this.#keys[3 * bin + 2] + 0.5) * this.size;
    p[to + 3] = e[3];
    p[to + 4] = e[4];
    p[to + 5] = e[5];
    p[to + 6] = Math.sqrt(Math.max(0, e[0]));
    // Written so that NaN is not a plane either.
    const flat = e[1] >= this.criteria.minSpread * e[2] && e[1] > 0;
    p[to + 7] = flat ? Math.sqrt(Math.max(0, e[0]) / (n * e[1])) : NOT_A_PLANE;
    this.#fitted[bin] = n;
  }

  #insert(i: number, j: number, k: number): number {
    if (this.count === this.points.length) this.#grow();
    const bin = this.count++;
    this.#keys[3 * bin] = i;
    this.#keys[3 * bin + 1] = j;
    this.#keys[3 * bin + 2] = k;
    this.points[bin] = 0;
    this.#fitted[bin] = 0;
    this.#sums.fill(0, PLANE_SUMS * bin, PLANE_SUMS * bin + PLANE_SUMS);
    this.#bounds.add(i, j, k);
    this.#link(bin);
    return bin;
  }

  #link(bin: number): void {
    let slot = binHash(this.#keys[3 * bin], this.#keys[3 * bin + 1], this.#keys[3 * bin + 2]) & this.#mask;
    while (this.#table[slot] >= 0) slot = (slot + 1) & this.#mask;
    this.#table[slot] = bin;
  }

  #grow(): void {
    const capacity = 2 * this.points.length;
    this.points = grown(this.points, new Float64Array(capacity));
    this.plane = grown(this.plane, new Float64Array(PLANE_STRIDE * capacity));
    this.#keys = grown(this.#keys, new Int32Array(3 * capacity));
    this.#sums = grown(this.#sums, new Float64Array(PLANE_SUMS * capacity));
    this.#fitted = grown(this.#fitted, new Float64Array(capacity));
    this.#rehash(4 * capacity);
  }

  #rehash(slots: number): void {
    this.#table = slots === this.#table.length ? this.#table : new Int32Array(slots);
    this.#table.fill(-1);
    this.#mask = slots - 1;
    for (let bin = 0; bin < this.count; bin++) this.#link(bin);
  }
}

/** Spatial hash of integer bin coordinates (Teschner et al. 2003), mixed once more for the low bits. */
export function binHash(i: number, j: number, k: number): number {
  const h = Math.imul(i, 73856093) ^ Math.imul(j, 19349669) ^ Math.imul(k, 83492791);
  return h ^ (h >>> 15);
}

function grown<Numbers extends Float64Array | Int32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
