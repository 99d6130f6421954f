import { mergePairSums, PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import { hash3 } from '../../src-core/math/random.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from '../problem/method.ts';
import type { PicpOptions } from '../problem/picp-options.ts';
import type { Template } from '../search/template.ts';
import { drawBound, isDrawn } from './picp-draw.ts';

/**
 * Numbers that a worker returns: the 16 sums of eq. 3-6 (`PairSums`), the sum of squared distances (m^2), the second
 * moments `sum p p^T` of its matched points about their centroid (xx xy xz yy yz zz, m^2), and its time in
 * milliseconds.
 */
export const SHARE_NUMBERS = PAIR_SUMS + 8;
const SQUARED = PAIR_SUMS;
const SQUARES = PAIR_SUMS + 1;
const MILLISECONDS = PAIR_SUMS + 7;

/**
 * Most points that shuffling deals at a time. The paper deals one by one (3.2), and all its workers together then take
 * 20 % longer: no query of a worker is near its last, and each reads the target anew. Runs balance the load as well and
 * keep most of the neighbours; docs/papers.md counts the memory read by both (figure 8).
 */
export const DEALT = 16;
/** Least runs of a worker, so that a share differs by a small part from another. */
const LEAST_RUNS = 16;

/** Source points assigned to a worker: runs of consecutive points. */
interface Share {
  /** First point of each run. */
  readonly starts: Uint32Array;
  /** Points of a run, except for the last of the source. */
  readonly run: number;
  /** After the last point. */
  readonly end: number;
}

/**
 * Share of a worker: runs of points if shuffled (3.2), of which each round of dealing gives every worker one, otherwise
 * one block.
 *
 * @param worker its index, from 0
 * @param longestRun at most that many points in a run; 1: the paper's
 */
export function shareOf(
  points: number,
  worker: number,
  workers: number,
  shuffle: boolean,
  longestRun = DEALT,
): Share {
  if (!shuffle) {
    const first = Math.floor((points * worker) / workers);
    const end = Math.floor((points * (worker + 1)) / workers);
    return { starts: Uint32Array.of(first), run: end - first, end };
  }
  const run = Math.max(1, Math.min(longestRun, Math.floor(points / (workers * LEAST_RUNS))));
  const rounds = Math.ceil(points / (workers * run));
  // Each round begins with another worker: else the rows of a scan might come to the same ones at the same columns.
  const first = (round: number): number =>
    run * (workers * round + ((worker + (longestRun > 1 ? hash3(0, workers, round) : 0)) % workers));
  const starts = Uint32Array.from({ length: rounds }, (_, round) => first(round));
  return { starts: starts.filter((start) => start < points), run, end: points };
}

/** Number of points of a share. */
export function pointsOf({ starts, run, end }: Share): number {
  return starts.reduce((count, start) => count + Math.min(run, end - start), 0);
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

  constructor(
    source: PointSet,
    template: Template,
    share: Share,
    { thinning, seed }: Pick<PicpOptions, 'thinning' | 'seed'>,
  ) {
    this.#source = source;
    this.#template = template;
    this.#share = share;
    this.#drawBound = thinning < 1 ? drawBound(thinning) : null;
    this.#seed = seed;
    this.#element = new Int32Array(pointsOf(this.#share)).fill(-1);
  }

  /**
   * Matches the share under a pose.
   *
   * @param pass number of the pass; selects the points of a subsampled one
   * @param numbers receives `SHARE_NUMBERS` numbers
   */
  match({ R, t }: Rigid, pass: number, numbers: Float64Array): void {
    const began = performance.now();
    const { starts, run, end } = this.#share;
    const element = this.#element;
    const { xyz } = this.#source;
    const places = this.#template.xyz;
    const bound = this.#drawBound;
    const [cx, cy, cz] = xyz.subarray(3 * starts[0], 3 * starts[0] + 3);
    let squared = 0;
    let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
    this.#pairs.clear();
    for (let turn = 0, k = 0; turn < starts.length; turn++) {
      const from = starts[turn];
      const to = Math.min(from + run, end);
      for (let point = from; point < to; point++, k++) {
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
        const nearest = 3 * element[k];
        const qx = places[nearest];
        const qy = places[nearest + 1];
        const qz = places[nearest + 2];
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
