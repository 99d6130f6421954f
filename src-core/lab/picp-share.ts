import { mergePairSums, PAIR_SUMS, PairAccumulator } from '../math/horn.ts';
import type { Rigid } from '../model/rigid.ts';
import type { PointSet } from './method.ts';
import { drawBound, isDrawn } from './picp/picp-draw.ts';
import type { PicpOptions } from './picp/picp-options.ts';
import type { Template } from './template.ts';

/**
 * Numbers that a worker returns: the 16 sums of eq. 3-6 (`PairSums`), the sum of squared distances (m^2), the second
 * moments `sum p p^T` of its matched points about their centroid (xx xy xz yy yz zz, m^2), and its time in
 * milliseconds.
 */
export const SHARE_NUMBERS = PAIR_SUMS + 8;
const SQUARED = PAIR_SUMS;
const SQUARES = PAIR_SUMS + 1;
const MILLISECONDS = PAIR_SUMS + 7;

/** Source points assigned to a worker: first, first + stride, ... */
export interface Share {
  readonly first: number;
  readonly stride: number;
  readonly count: number;
}

/** Share of a worker: every nth point if shuffled (3.2), otherwise a block. */
export function shareOf(points: number, worker: number, workers: number, shuffle: boolean): Share {
  if (shuffle) return { first: worker, stride: workers, count: Math.ceil((points - worker) / workers) };
  const first = Math.floor((points * worker) / workers);
  return { first, stride: 1, count: Math.floor((points * (worker + 1)) / workers) - first };
}

/** Worker of pICP: matches its share of the source in each pass and accumulates the pair sums. */
export class PicpWorker {
  readonly #source: PointSet;
  readonly #template: Template;
  readonly #share: Share;
  readonly #seed: number;
  /** null: all points are matched. */
  readonly #drawBound: number | null;
  readonly #element: Int32Array;
  readonly #pairs = new PairAccumulator();

  /** @param worker index of this worker, from 0 */
  constructor(
    source: PointSet,
    template: Template,
    worker: number,
    workers: number,
    { shuffle, thinning, seed }: PicpOptions,
  ) {
    this.#source = source;
    this.#template = template;
    this.#share = shareOf(source.count, worker, workers, shuffle);
    this.#drawBound = thinning < 1 ? drawBound(thinning) : null;
    this.#seed = seed;
    this.#element = new Int32Array(this.#share.count).fill(-1);
  }

  /**
   * Matches the share under a pose.
   *
   * @param pass number of the pass; selects the points of a subsampled one
   * @param numbers receives `SHARE_NUMBERS` numbers
   */
  match({ R, t }: Rigid, pass: number, numbers: Float64Array): void {
    const began = performance.now();
    const { first, stride, count } = this.#share;
    const element = this.#element;
    const { xyz } = this.#source;
    const places = this.#template.xyz;
    const bound = this.#drawBound;
    const [cx, cy, cz] = xyz.subarray(3 * first, 3 * first + 3);
    let squared = 0;
    let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
    this.#pairs.clear();
    for (let k = 0; k < count; k++) {
      const point = first + k * stride;
      if (bound !== null && !isDrawn(this.#seed, pass, point, bound)) continue;
      const at = 3 * point;
      const px = xyz[at];
      const py = xyz[at + 1];
      const pz = xyz[at + 2];
      const x = R[0] * px + R[1] * py + R[2] * pz + t[0];
      const y = R[3] * px + R[4] * py + R[5] * pz + t[1];
      const z = R[6] * px + R[7] * py + R[8] * pz + t[2];
      element[k] = this.#template.find(x, y, z, element[k]);
      if (element[k] < 0) continue;
      const to = 3 * element[k];
      const qx = places[to];
      const qy = places[to + 1];
      const qz = places[to + 2];
      squared += (x - qx) ** 2 + (y - qy) ** 2 + (z - qz) ** 2;
      this.#pairs.add(px, py, pz, qx, qy, qz, 1);
      // Relative to the first point of the share, like the pair sums.
      const ux = px - cx;
      const uy = py - cy;
      const uz = pz - cz;
      xx += ux * ux;
      xy += ux * uy;
      xz += ux * uz;
      yy += uy * uy;
      yz += uy * uz;
      zz += uz * uz;
    }
    this.#pairs.sumsInto(numbers.subarray(0, PAIR_SUMS));
    const n = numbers[0];
    const dx = n > 0 ? numbers[1] - cx : 0;
    const dy = n > 0 ? numbers[2] - cy : 0;
    const dz = n > 0 ? numbers[3] - cz : 0;
    numbers[SQUARED] = squared;
    numbers[SQUARES] = xx - n * dx * dx;
    numbers[SQUARES + 1] = xy - n * dx * dy;
    numbers[SQUARES + 2] = xz - n * dx * dz;
    numbers[SQUARES + 3] = yy - n * dy * dy;
    numbers[SQUARES + 4] = yz - n * dy * dz;
    numbers[SQUARES + 5] = zz - n * dz * dz;
    numbers[MILLISECONDS] = performance.now() - began;
  }
}

/** Merged sums of all workers: the parent's part of an iteration (eq. 4, 5). */
export interface PicpSums {
  /** See `PairSums`. */
  readonly pairs: Float64Array;
  /** Sum of squared distances, m^2. */
  readonly squared: number;
  /** `sum p p^T` of the matched points about the source's origin, 9 numbers, m^2. */
  readonly squares: Float64Array;
  /** Time of each worker in this pass. */
  readonly milliseconds: Float64Array;
}

/** @param numbers `SHARE_NUMBERS` per worker */
export function mergeShares(numbers: Float64Array): PicpSums {
  const workers = numbers.length / SHARE_NUMBERS;
  const pairs = new Float64Array(PAIR_SUMS);
  const squares = new Float64Array(9);
  const milliseconds = new Float64Array(workers);
  let squared = 0;
  for (let worker = 0; worker < workers; worker++) {
    const own = numbers.subarray(SHARE_NUMBERS * worker, SHARE_NUMBERS * (worker + 1));
    mergePairSums(pairs, own);
    squared += own[SQUARED];
    milliseconds[worker] = own[MILLISECONDS];
    const [xx, xy, xz, yy, yz, zz] = own.subarray(SQUARES);
    [xx, xy, xz, xy, yy, yz, xz, yz, zz].forEach((value, k) => {
      squares[k] += value + own[0] * own[1 + Math.floor(k / 3)] * own[1 + (k % 3)];
    });
  }
  return { pairs, squared, squares, milliseconds };
}
