import { ALONG_CONSTRAINTS } from '../../../model/pose.ts';
import type { ReliabilityProfile } from '../../../model/reliability.ts';

/** Motion from one scan to the next, as input of a reliability strip. */
export interface ReliabilityStep {
  /** Chainages, m. */
  readonly from: number;
  readonly to: number;
  /** Number of the pass: steps in one direction without turning back. */
  readonly leg: number;
  /** Code of the constraint (`ALONG_CONSTRAINTS`). */
  readonly heldBy: number;
  readonly weakShare: number;
  /** Variance of its length, without the scale error, m^2. */
  readonly variance: number;
}

/** Sums over one pass through a cell. */
interface Pass {
  readonly leg: number;
  covered: number;
  variance: number;
}

/** A pass that covers a smaller share of a cell than this is ignored if another covers more. */
const LEAST_COVERED = 0.5;

/** Cells of a reliability strip, accumulated from steps in order of time. */
export class ReliabilityCells {
  readonly #edges: Float64Array<ArrayBuffer>;
  readonly #heldBy: Uint8Array<ArrayBuffer>;
  readonly #scans: Uint32Array<ArrayBuffer>;
  readonly #weakShare: Float64Array<ArrayBuffer>;
  readonly #position: Float64Array<ArrayBuffer>;
  readonly #passes: Pass[][];

  /** @param edges see `ReliabilityStrip`; two or more */
  constructor(edges: Float64Array<ArrayBuffer>) {
    const count = edges.length - 1;
    this.#edges = edges;
    this.#heldBy = new Uint8Array(count);
    this.#scans = new Uint32Array(ALONG_CONSTRAINTS.length * count);
    this.#weakShare = new Float64Array(count).fill(1 / 3);
    this.#position = new Float64Array(3 * count);
    this.#passes = Array.from({ length: count }, () => []);
  }

  addStep({ from, to, leg, heldBy, weakShare, variance }: ReliabilityStep): void {
    for (
      let k = this.#cellAt(from);
      k < this.#passes.length && (this.#edges[k] < to || this.#edges[k] <= from);
      k++
    ) {
      const share =
        to > from ? (Math.min(to, this.#edges[k + 1]) - Math.max(from, this.#edges[k])) / (to - from) : 1;
      this.#heldBy[k] = Math.max(this.#heldBy[k], heldBy);
      this.#scans[ALONG_CONSTRAINTS.length * k + heldBy]++;
      this.#weakShare[k] = Math.min(this.#weakShare[k], weakShare);
      const pass = this.#passOf(k, leg);
      pass.covered += share * (to - from);
      pass.variance += share * variance;
    }
  }

  /**
   * Updates the largest position uncertainty of each cell on the first pass through it: the robot may stop
   * there for long while it is unconstrained.
   *
   * @param sigmas along, left and up, m
   */
  visit(chainage: number, leg: number, sigmas: readonly number[]): void {
    const k = this.#cellAt(chainage);
    if ((this.#passes[k][0]?.leg ?? leg) !== leg) return;
    sigmas.forEach((sigma, i) => {
      this.#position[3 * k + i] = Math.max(this.#position[3 * k + i], sigma);
    });
  }

  /**
   * @param fused true if the passes are connected to each other, so that all of them measure a cell; else
   *   only the first does
   * @param scaleVariance of each metre, m^2
   */
  strip(
    fused: boolean,
    scaleVariance: number,
    reference: ReliabilityProfile['reference'],
  ): ReliabilityProfile {
    const lengthVariance = Float64Array.from(this.#passes, (passes, k) => {
      const length = this.#edges[k + 1] - this.#edges[k];
      const whole = passes.filter(({ covered }) => covered >= LEAST_COVERED * length);
      const counted = whole.length > 0 ? whole : passes;
      const own = fused
        ? 1 / counted.reduce((sum, { variance }) => sum + 1 / Math.max(variance, Number.MIN_VALUE), 0)
        : (counted[0]?.variance ?? 0);
      return own + scaleVariance * length;
    });
    return {
      edges: this.#edges,
      heldBy: this.#heldBy,
      scans: this.#scans,
      weakShare: this.#weakShare,
      position: this.#position,
      lengthVariance,
      beyondVariance: scaleVariance,
      reference,
    };
  }

  /** The current pass through a cell, or a new one. */
  #passOf(k: number, leg: number): Pass {
    const last = this.#passes[k].at(-1);
    if (last?.leg === leg) return last;
    const pass = { leg, covered: 0, variance: 0 };
    this.#passes[k].push(pass);
    return pass;
  }

  /** Index of the cell of a chainage, the ends included. */
  #cellAt(chainage: number): number {
    let [low, high] = [0, this.#passes.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#edges[middle] <= chainage) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
