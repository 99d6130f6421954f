/** A piece of surface is taken as a point from this many of its radii on. */
const FAR = 3;
/** Pieces in a leaf. */
const LEAF = 8;

/** Pieces of a surface. */
interface SurfacePieces {
  /** 3 per piece. */
  readonly middle: Float64Array;
  /** 3 per piece: area along the outward normal. */
  readonly area: Float64Array;
}

/**
 * Generalized winding number of an open surface: the share of the sphere that it fills as seen from a point, 1 inside and 0
 * outside of a closed one, ½ in the flat face that closes a flat rim (Jacobson, Kavan and Sorkine 2013, "Robust
 * inside-outside segmentation using generalized winding numbers", ACM Transactions on Graphics 32(4)). Distant pieces are
 * summed up (Barill et al. 2018, "Fast winding numbers for soups and clouds", ACM Transactions on Graphics 37(4)).
 */
export class WindingNumber {
  readonly #pieces: SurfacePieces;
  readonly #order: Uint32Array;
  /** Per box: middle, area, the square of the distance from which it is a point. */
  readonly #figures: Float64Array;
  /** Per box: first and last place in the order, and its second child (0: a leaf); the first follows it. */
  readonly #links: Int32Array;
  readonly #open = new Int32Array(128);
  readonly #least: number;
  #count = 0;

  /** @param least distance below which a piece counts as if at it: it is no point */
  constructor(pieces: SurfacePieces, least: number) {
    this.#pieces = pieces;
    this.#least = least ** 2;
    this.#order = Uint32Array.from({ length: pieces.middle.length / 3 }, (_, i) => i);
    const boxes = Math.max(1, this.#order.length);
    this.#figures = new Float64Array(7 * boxes);
    this.#links = new Int32Array(3 * boxes);
    if (this.#order.length > 0) this.#split(0, this.#order.length);
  }

  at(x: number, y: number, z: number): number {
    if (this.#count === 0) return 0;
    const figures = this.#figures;
    const links = this.#links;
    const order = this.#order;
    const open = this.#open;
    const least = this.#least;
    const { middle, area } = this.#pieces;
    let sum = 0;
    let depth = 1;
    open[0] = 0;
    while (depth > 0) {
      const box = open[--depth];
      const at = 7 * box;
      const u = figures[at] - x;
      const v = figures[at + 1] - y;
      const w = figures[at + 2] - z;
      const square = u * u + v * v + w * w;
      if (square > figures[at + 6]) {
        sum +=
          (u * figures[at + 3] + v * figures[at + 4] + w * figures[at + 5]) / (square * Math.sqrt(square));
      } else if (links[3 * box + 2] > 0) {
        open[depth++] = box + 1;
        open[depth++] = links[3 * box + 2];
      } else {
        for (let i = links[3 * box]; i < links[3 * box + 1]; i++) {
          const p = 3 * order[i];
          const a = middle[p] - x;
          const b = middle[p + 1] - y;
          const c = middle[p + 2] - z;
          const near = Math.max(least, a * a + b * b + c * c);
          sum += (a * area[p] + b * area[p + 1] + c * area[p + 2]) / (near * Math.sqrt(near));
        }
      }
    }
    return sum / (4 * Math.PI);
  }

  #split(from: number, to: number): void {
    const { middle, area } = this.#pieces;
    const order = this.#order;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const mean = [0, 0, 0];
    const total = [0, 0, 0];
    let sizes = 0;
    for (let i = from; i < to; i++) {
      const at = 3 * order[i];
      const size = Math.sqrt(area[at] ** 2 + area[at + 1] ** 2 + area[at + 2] ** 2);
      sizes += size;
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], middle[at + k]);
        high[k] = Math.max(high[k], middle[at + k]);
        mean[k] += size * middle[at + k];
        total[k] += area[at + k];
      }
    }
    for (let k = 0; k < 3; k++) mean[k] = sizes > 0 ? mean[k] / sizes : (low[k] + high[k]) / 2;
    let square = 0;
    for (let i = from; i < to; i++) {
      const at = 3 * order[i];
      square = Math.max(
        square,
        (middle[at] - mean[0]) ** 2 + (middle[at + 1] - mean[1]) ** 2 + (middle[at + 2] - mean[2]) ** 2,
      );
    }
    const box = this.#count++;
    this.#figures.set([...mean, ...total, FAR ** 2 * square], 7 * box);
    this.#links.set([from, to, 0], 3 * box);
    if (to - from <= LEAF) return;
    const spans = high.map((value, k) => value - low[k]);
    const axis = spans.indexOf(Math.max(...spans));
    order.subarray(from, to).sort((a, b) => middle[3 * a + axis] - middle[3 * b + axis]);
    const half = (from + to) >> 1;
    this.#split(from, half);
    this.#links[3 * box + 2] = this.#count;
    this.#split(half, to);
  }
}
