import { RAY } from './wall-ray.ts';

/** Boxes that directions are accumulated in: m of chainage, and m in the section. Directions change slowly. */
const LENGTH = 1;
const WIDTH = 0.5;
/** Fixed-point scale: integers, so that the order of the points cannot change a sum. */
const UNIT = 1024;
/** Numbers per sense: points, sums of the direction to the left, up and along. */
const PER_SENSE = 4;
/** Rays up the chainage are separate from rays down it: a facet of the wall is met by those that it faces. */
const STRIDE = 2 * PER_SENSE;

/** Rays of one sense to a point: their number and their mean direction in the section's own axes. */
export interface ViewedFrom {
  readonly points: number;
  readonly left: number;
  readonly up: number;
  readonly along: number;
}

/** The boxes of a metre that rays passed, without the empty ones. */
export interface PackedViews {
  readonly metre: number;
  /** The boxes, ascending: `STRIDE` times their number. */
  readonly at: Uint32Array;
  /** `STRIDE` numbers per box. */
  readonly sums: Int32Array;
}

/** Boxes of a metre that rays passed: of the thousands in reach the wall meets a hundred. */
class MetreBoxes {
  /** By box, one more than its place in `sums`; 0: no ray passed it. */
  readonly places: Uint16Array;
  /** `STRIDE` numbers per box, in the order in which rays came. */
  sums = new Int32Array(64 * STRIDE);
  #count = 0;

  constructor(boxes: number) {
    this.places = new Uint16Array(boxes);
  }

  /** Offset of a box in `sums`, which is added if it is not there. */
  offsetOf(box: number): number {
    if (this.places[box] === 0) {
      if (this.#count * STRIDE === this.sums.length) {
        const old = this.sums;
        this.sums = new Int32Array(2 * old.length);
        this.sums.set(old);
      }
      this.places[box] = ++this.#count;
    }
    return STRIDE * (this.places[box] - 1);
  }
}

/** View directions of the points of a wall, box by box. */
export class ViewDirections {
  readonly #start: number;
  readonly #across: number;
  readonly #metres: (MetreBoxes | null)[];

  /**
   * @param start, end chainages
   * @param reach largest distance from the axis, m
   */
  constructor(start: number, end: number, reach: number) {
    this.#start = start;
    this.#across = 2 * Math.ceil(reach / WIDTH) + 1;
    this.#metres = new Array(Math.max(1, Math.ceil((end - start) / LENGTH))).fill(null);
  }

  /** Adds the ray to a point. @param ray see `RAY` */
  add(ray: Float64Array): void {
    const metre = this.#metreOf(ray[RAY.chainage]);
    let boxes = this.#metres[metre];
    if (boxes === null) {
      boxes = new MetreBoxes(this.#across ** 2);
      this.#metres[metre] = boxes;
    }
    const along = ray[RAY.along];
    const at = boxes.offsetOf(this.#boxOf(ray[RAY.left], ray[RAY.up])) + (along < 0 ? PER_SENSE : 0);
    const { sums } = boxes;
    sums[at]++;
    sums[at + 1] += Math.round(UNIT * ray[RAY.toLeft]);
    sums[at + 2] += Math.round(UNIT * ray[RAY.toUp]);
    sums[at + 3] += Math.round(UNIT * along);
  }

  /** Rays to a point, those up the chainage first; empty if no point was seen there. */
  at(chainage: number, left: number, up: number): ViewedFrom[] {
    const boxes = this.#metres[this.#metreOf(chainage)];
    const box = this.#boxOf(left, up);
    if (boxes === null || boxes.places[box] === 0) return [];
    const first = boxes.offsetOf(box);
    const { sums } = boxes;
    return [first, first + PER_SENSE]
      .filter((at) => sums[at] > 0)
      .map((at) => {
        const per = 1 / (UNIT * sums[at]);
        return {
          points: sums[at],
          left: per * sums[at + 1],
          up: per * sums[at + 2],
          along: per * sums[at + 3],
        };
      });
  }

  /** Copies the boxes that rays passed, to be stored or sent. */
  packed(): PackedViews[] {
    return this.#metres.flatMap((boxes, metre) => {
      if (boxes === null) return [];
      const at: number[] = [];
      boxes.places.forEach((place, box) => {
        if (place > 0) at.push(STRIDE * box);
      });
      const sums = new Int32Array(STRIDE * at.length);
      at.forEach((offset, i) => {
        const from = boxes.offsetOf(offset / STRIDE);
        sums.set(boxes.sums.subarray(from, from + STRIDE), STRIDE * i);
      });
      return [{ metre, at: Uint32Array.from(at), sums }];
    });
  }

  /** Takes the boxes that `packed` copied. */
  unpack(packed: readonly PackedViews[]): void {
    for (const { metre, at, sums } of packed) {
      const boxes = new MetreBoxes(this.#across ** 2);
      at.forEach((offset, i) => {
        const to = boxes.offsetOf(offset / STRIDE);
        boxes.sums.set(sums.subarray(STRIDE * i, STRIDE * (i + 1)), to);
      });
      this.#metres[metre] = boxes;
    }
  }

  #metreOf(chainage: number): number {
    const metre = Math.floor((chainage - this.#start) / LENGTH);
    return Math.max(0, Math.min(this.#metres.length - 1, metre));
  }

  #boxOf(left: number, up: number): number {
    const half = this.#across >> 1;
    const last = this.#across - 1;
    const column = Math.max(0, Math.min(last, Math.round(left / WIDTH) + half));
    const row = Math.max(0, Math.min(last, Math.round(up / WIDTH) + half));
    return row * this.#across + column;
  }
}
