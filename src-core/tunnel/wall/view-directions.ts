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
  /** Offsets of the boxes. */
  readonly at: Uint32Array;
  /** `STRIDE` numbers per box. */
  readonly sums: Int32Array;
}

/** View directions of the points of a wall, box by box. */
export class ViewDirections {
  readonly #start: number;
  readonly #across: number;
  readonly #metres: (Int32Array | null)[];

  /**
   * @param start, end chainages
   * @param reach largest distance from the axis, m
   */
  constructor(start: number, end: number, reach: number) {
    this.#start = start;
    this.#across = 2 * Math.ceil(reach / WIDTH) + 1;
    this.#metres = new Array(Math.max(1, Math.ceil((end - start) / LENGTH))).fill(null);
  }

  /**
   * @param left, up position of a point in its section, m from the axis
   * @param toLeft, toUp, along unit vector from the sensor to the point
   */
  add(chainage: number, left: number, up: number, toLeft: number, toUp: number, along: number): void {
    const metre = this.#metreOf(chainage);
    let boxes = this.#metres[metre];
    if (boxes === null) {
      boxes = new Int32Array(STRIDE * this.#across ** 2);
      this.#metres[metre] = boxes;
    }
    const at = this.#boxOf(left, up) + (along < 0 ? PER_SENSE : 0);
    boxes[at]++;
    boxes[at + 1] += Math.round(UNIT * toLeft);
    boxes[at + 2] += Math.round(UNIT * toUp);
    boxes[at + 3] += Math.round(UNIT * along);
  }

  /** Rays to a point, those up the chainage first; empty if no point was seen there. */
  at(chainage: number, left: number, up: number): ViewedFrom[] {
    const boxes = this.#metres[this.#metreOf(chainage)];
    if (boxes === null) return [];
    const first = this.#boxOf(left, up);
    return [first, first + PER_SENSE]
      .filter((at) => boxes[at] > 0)
      .map((at) => {
        const per = 1 / (UNIT * boxes[at]);
        return {
          points: boxes[at],
          left: per * boxes[at + 1],
          up: per * boxes[at + 2],
          along: per * boxes[at + 3],
        };
      });
  }

  /** Copies the boxes that rays passed, to be stored or sent. */
  packed(): PackedViews[] {
    return this.#metres.flatMap((boxes, metre) => {
      if (boxes === null) return [];
      const at: number[] = [];
      for (let box = 0; box < boxes.length; box += STRIDE)
        if (boxes[box] > 0 || boxes[box + PER_SENSE] > 0) at.push(box);
      const sums = new Int32Array(STRIDE * at.length);
      at.forEach((box, i) => {
        sums.set(boxes.subarray(box, box + STRIDE), STRIDE * i);
      });
      return [{ metre, at: Uint32Array.from(at), sums }];
    });
  }

  /** Takes the boxes that `packed` copied. */
  unpack(packed: readonly PackedViews[]): void {
    for (const { metre, at, sums } of packed) {
      const boxes = new Int32Array(STRIDE * this.#across ** 2);
      at.forEach((box, i) => {
        boxes.set(sums.subarray(STRIDE * i, STRIDE * (i + 1)), box);
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
    return STRIDE * (row * this.#across + column);
  }
}
