import type { PointCloud } from '../../../model/cloud.ts';

/** Bits of an index along one axis in a key. */
const BITS = 17;
const SPAN = 2 ** BITS;
const HALF = SPAN / 2;

/** Numbers per cell: count; sums of x, y, z; of xx, xy, xz, yy, yz, zz; of the unit directions to the sensor. */
export const MOMENTS = 13;

/** Occupied cells of a cubic grid with the moments of the points in each, in the order of their first point. */
export class PointCells {
  readonly edge: number;
  /** `MOMENTS` per cell, coordinates about `origin`. */
  readonly sums: number[] = [];
  readonly #of = new Map<number, number>();
  readonly #keys: number[] = [];
  #origin: readonly [number, number, number] | null = null;

  constructor(edge: number) {
    this.edge = edge;
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Map coordinates that the sums are about; null: no points yet. */
  get origin(): readonly [number, number, number] | null {
    return this.#origin;
  }

  /** @param seenFrom of all points, in the frame of the cloud; null: not known */
  add({ count, origin, xyz }: PointCloud, seenFrom: readonly [number, number, number] | null): void {
    if (count === 0) return;
    this.#origin ??= origin;
    const [dx, dy, dz] = origin.map((value, k) => value - this.#origin![k]);
    const from = seenFrom?.map((value, k) => value - this.#origin![k]);
    for (let i = 0; i < 3 * count; i += 3) {
      const [x, y, z] = [xyz[i] + dx, xyz[i + 1] + dy, xyz[i + 2] + dz];
      const at = MOMENTS * this.#cellAt(x, y, z);
      const { sums } = this;
      sums[at]++;
      sums[at + 1] += x;
      sums[at + 2] += y;
      sums[at + 3] += z;
      sums[at + 4] += x * x;
      sums[at + 5] += x * y;
      sums[at + 6] += x * z;
      sums[at + 7] += y * y;
      sums[at + 8] += y * z;
      sums[at + 9] += z * z;
      if (from === undefined) continue;
      const [u, v, w] = [from[0] - x, from[1] - y, from[2] - z];
      const range = Math.sqrt(u * u + v * v + w * w);
      if (!(range > 0)) continue;
      sums[at + 10] += u / range;
      sums[at + 11] += v / range;
      sums[at + 12] += w / range;
    }
  }

  /** The same points in cells of twice the edge. */
  coarsened(): PointCells {
    const coarse = new PointCells(2 * this.edge);
    coarse.#origin = this.#origin;
    for (let cell = 0; cell < this.count; cell++) {
      const [i, j, k] = this.indexOf(cell);
      const at = MOMENTS * coarse.#cellOf(Math.floor(i / 2), Math.floor(j / 2), Math.floor(k / 2));
      for (let m = 0; m < MOMENTS; m++) coarse.sums[at + m] += this.sums[MOMENTS * cell + m];
    }
    return coarse;
  }

  /** Whole numbers of edges from the origin to the lower corner of a cell. */
  indexOf(cell: number): [number, number, number] {
    const key = this.#keys[cell];
    const k = key % SPAN;
    const rest = (key - k) / SPAN;
    const j = rest % SPAN;
    return [(rest - j) / SPAN - HALF, j - HALF, k - HALF];
  }

  #cellAt(x: number, y: number, z: number): number {
    const { edge } = this;
    return this.#cellOf(Math.floor(x / edge), Math.floor(y / edge), Math.floor(z / edge));
  }

  #cellOf(i: number, j: number, k: number): number {
    const key = ((i + HALF) * SPAN + (j + HALF)) * SPAN + (k + HALF);
    const known = this.#of.get(key);
    if (known !== undefined) return known;
    const cell = this.#keys.length;
    this.#of.set(key, cell);
    this.#keys.push(key);
    for (let m = 0; m < MOMENTS; m++) this.sums.push(0);
    return cell;
  }
}
