import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';

/** Share of the points beyond each end of the inner box. */
export const OUTER_SHARE = 0.0005;
/** Most points that a sample keeps, an even number, if not said otherwise. */
const SAMPLE_POINTS = 65_536;

/** Every n-th point of a stream of unknown length: n doubles whenever the sample is full. */
export class SpreadSample {
  readonly #most: number;
  #step = 1;
  /** Points until the next one is taken. */
  #skip = 0;
  /** x, y, z and the index of the scan, -1 where the points have none. */
  readonly #columns: [number[], number[], number[], number[]] = [[], [], [], []];

  constructor(most = SAMPLE_POINTS) {
    this.#most = most;
  }

  add({ count, origin, xyz, scanIndex }: PointCloud): void {
    let i = this.#skip;
    for (; i < count; i += this.#step) {
      for (let k = 0; k < 3; k++) this.#columns[k].push(origin[k] + xyz[3 * i + k]);
      this.#columns[3].push(scanIndex?.[i] ?? -1);
      if (this.#columns[0].length < this.#most) continue;
      for (const column of this.#columns) {
        for (let row = 0; row < this.#most / 2; row++) column[row] = column[2 * row];
        column.length = this.#most / 2;
      }
      this.#step *= 2;
    }
    this.#skip = i - count;
  }

  get count(): number {
    return this.#columns[0].length;
  }

  /** One coordinate of each point, in the order of the file. */
  axis(axis: 0 | 1 | 2): readonly number[] {
    return this.#columns[axis];
  }

  /** Index of the scan of each point, -1: it has none. */
  scans(): readonly number[] {
    return this.#columns[3];
  }

  /** Box without a share of the sample at each end of each axis; null: nothing was added. */
  innerBox(share: number): Bounds | null {
    const sorted = ([0, 1, 2] as const).map((axis) => Float64Array.from(this.#columns[axis]).sort());
    const { length } = sorted[0];
    if (length === 0) return null;
    const at = Math.floor(share * length);
    const side = (index: number): [number, number, number] => [
      sorted[0][index],
      sorted[1][index],
      sorted[2][index],
    ];
    return { min: side(at), max: side(length - 1 - at) };
  }
}
