import { median } from '../../../math/statistics.ts';
import type { PointCloud } from '../../../model/cloud.ts';

/** Bits of an index along one axis in a key: 131,072 voxels, 39 km at 0.3 m. */
const BITS = 17;
const SPAN = 2 ** BITS;
const HALF = SPAN / 2;

/** Offsets of the 26 neighbours of a voxel, and their distances in edges. */
export const NEIGHBOURS: readonly { readonly key: number; readonly edges: number }[] = [-1, 0, 1].flatMap(
  (i) =>
    [-1, 0, 1].flatMap((j) =>
      [-1, 0, 1].flatMap((k) =>
        i === 0 && j === 0 && k === 0 ? [] : [{ key: keyOffset(i, j, k), edges: Math.hypot(i, j, k) }],
      ),
    ),
);

/** Occupied voxels of a cloud with the mean of the points in each, numbered in the order of their first point. */
export class VoidVoxels {
  readonly edge: number;
  readonly #of = new Map<number, number>();
  readonly #keys: number[] = [];
  /** Sum of x, y, z about the origin, and the number of points: 4 per voxel. */
  readonly #sums: number[] = [];
  #origin: readonly number[] | null = null;

  constructor(edge: number) {
    this.edge = edge;
  }

  get count(): number {
    return this.#keys.length;
  }

  add({ count, origin, xyz }: PointCloud): void {
    if (count === 0) return;
    this.#origin ??= origin;
    const [dx, dy, dz] = origin.map((value, k) => value - this.#origin![k]);
    for (let i = 0; i < 3 * count; i += 3) this.#put(xyz[i] + dx, xyz[i + 1] + dy, xyz[i + 2] + dz, 1);
  }

  /** The same points in larger voxels. */
  coarsened(edge: number): VoidVoxels {
    const coarse = new VoidVoxels(edge);
    coarse.#origin = this.#origin;
    for (let v = 0; v < this.count; v++) {
      const [x, y, z, n] = this.#sums.slice(4 * v, 4 * v + 4);
      coarse.#put(x / n, y / n, z / n, n);
    }
    return coarse;
  }

  /** The occupied neighbour of a voxel in a direction of `NEIGHBOURS`; undefined: there is none. */
  neighbour(voxel: number, direction: number): number | undefined {
    return this.#of.get(this.#keys[voxel] + NEIGHBOURS[direction].key);
  }

  /** The largest set of voxels that hang together, ascending, and its share of all. */
  largestPart(): { members: Uint32Array; share: number } {
    const part = new Int32Array(this.count).fill(-1);
    let best: number[] = [];
    for (let first = 0; first < this.count; first++) {
      if (part[first] >= 0) continue;
      const members = [first];
      part[first] = first;
      for (let at = 0; at < members.length; at++)
        for (let d = 0; d < NEIGHBOURS.length; d++) {
          const next = this.neighbour(members[at], d);
          if (next === undefined || part[next] >= 0) continue;
          part[next] = first;
          members.push(next);
        }
      if (members.length > best.length) best = members;
    }
    return { members: Uint32Array.from(best).sort(), share: best.length / this.count };
  }

  /** The voxels among `within` that hang together with `seed`. */
  partOf(seed: number, within: ReadonlySet<number>): number[] {
    const members = [seed];
    const seen = new Set(members);
    for (let at = 0; at < members.length; at++)
      for (let d = 0; d < NEIGHBOURS.length; d++) {
        const next = this.neighbour(members[at], d);
        if (next === undefined || seen.has(next) || !within.has(next)) continue;
        seen.add(next);
        members.push(next);
      }
    return members;
  }

  /** Mean of the voxels' own means, m: each counts once, however many points a wall near the scanner has. */
  meanOf(voxels: readonly number[]): [number, number, number] {
    const mean: [number, number, number] = [0, 0, 0];
    for (const voxel of voxels)
      this.#placeOf(voxel).forEach((value, k) => {
        mean[k] += value / voxels.length;
      });
    return mean;
  }

  /** Median of the voxels' means along each axis, m: of a ring its middle, also where it is drawn into an opening. */
  medianOf(voxels: readonly number[]): [number, number, number] {
    const places = voxels.map((voxel) => this.#placeOf(voxel));
    const [x, y, z] = [0, 1, 2].map((k) => median(places.map((place) => place[k])));
    return [x, y, z];
  }

  /** Mean distance of voxels from a point, m. */
  meanDistance(voxels: readonly number[], point: readonly number[]): number {
    const distances = voxels.map((voxel) => {
      const [x, y, z] = this.#placeOf(voxel);
      return Math.hypot(x - point[0], y - point[1], z - point[2]);
    });
    return distances.reduce((sum, distance) => sum + distance, 0) / voxels.length;
  }

  #placeOf(voxel: number): [number, number, number] {
    const n = this.#sums[4 * voxel + 3];
    const [x, y, z] = [0, 1, 2].map((k) => this.#origin![k] + this.#sums[4 * voxel + k] / n);
    return [x, y, z];
  }

  #put(x: number, y: number, z: number, weight: number): void {
    const i = Math.floor(x / this.edge);
    const j = Math.floor(y / this.edge);
    const k = Math.floor(z / this.edge);
    // Beyond the span of the keys there is no drive that hangs together with the first point.
    if (Math.max(Math.abs(i), Math.abs(j), Math.abs(k)) >= HALF - 1) return;
    const key = keyOffset(i + HALF, j + HALF, k + HALF);
    let voxel = this.#of.get(key);
    if (voxel === undefined) {
      voxel = this.#keys.length;
      this.#of.set(key, voxel);
      this.#keys.push(key);
      this.#sums.push(0, 0, 0, 0);
    }
    this.#sums[4 * voxel] += weight * x;
    this.#sums[4 * voxel + 1] += weight * y;
    this.#sums[4 * voxel + 2] += weight * z;
    this.#sums[4 * voxel + 3] += weight;
  }
}

function keyOffset(i: number, j: number, k: number): number {
  return (i * SPAN + j) * SPAN + k;
}
