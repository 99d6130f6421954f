import { crosses, designDistance, squaredToSide } from '../math/polygon-distance.ts';

/** Edge of a cell of the section plane, m: a few sides of a fine outline are near it. */
const CELL = 0.05;
/** Around the outline, m; places farther out are rare. */
const MARGIN = 1;

/**
 * `designDistance` for millions of places, the same to the last bit: the section plane is cut into cells, and each
 * remembers which sides of the outline can be the nearest to a place in it. An arc has hundreds of sides, of which a
 * dozen are looked at.
 */
export class DesignDistances {
  readonly #outline: Float64Array;
  readonly #left: number;
  readonly #up: number;
  readonly #columns: number;
  readonly #rows: number;
  /** By cell: sides that can be the nearest; null before a place in it was asked for. */
  readonly #near: (Int32Array | null)[];
  /** By row: sides that a ray to the left can cross. */
  readonly #level: (Int32Array | null)[];

  /** @param outline closed, (left, up) pairs, counter-clockwise; see `designOutline` */
  constructor(outline: Float64Array) {
    this.#outline = outline;
    const lefts = outline.filter((_, i) => i % 2 === 0);
    const ups = outline.filter((_, i) => i % 2 === 1);
    this.#left = Math.min(...lefts) - MARGIN;
    this.#up = Math.min(...ups) - MARGIN;
    this.#columns = Math.ceil((Math.max(...lefts) + MARGIN - this.#left) / CELL);
    this.#rows = Math.ceil((Math.max(...ups) + MARGIN - this.#up) / CELL);
    this.#near = new Array(this.#columns * this.#rows).fill(null);
    this.#level = new Array(this.#rows).fill(null);
  }

  /** See `designDistance`. */
  at(left: number, up: number): number {
    const outline = this.#outline;
    const column = Math.floor((left - this.#left) / CELL);
    const row = Math.floor((up - this.#up) / CELL);
    if (!(column >= 0 && row >= 0 && column < this.#columns && row < this.#rows))
      return designDistance(outline, left, up);
    const cell = row * this.#columns + column;
    this.#near[cell] ??= this.#nearOf(column, row);
    this.#level[row] ??= this.#levelOf(row);
    let squared = Number.POSITIVE_INFINITY;
    for (const side of this.#near[cell]!) squared = Math.min(squared, squaredToSide(outline, side, left, up));
    let inside = false;
    for (const side of this.#level[row]!) if (crosses(outline, side, left, up)) inside = !inside;
    return inside ? -Math.sqrt(squared) : Math.sqrt(squared);
  }

  /**
   * From the middle of the cell no place in it is farther than half a diagonal: the side that is nearest to the place is
   * at most a whole diagonal farther from the middle than the side that is nearest to the middle.
   */
  #nearOf(column: number, row: number): Int32Array {
    const left = this.#left + (column + 0.5) * CELL;
    const up = this.#up + (row + 0.5) * CELL;
    const distances = this.#sides().map((side) => Math.sqrt(squaredToSide(this.#outline, side, left, up)));
    // A little more, for what rounding does to a place on the edge of the cell.
    const most = Math.min(...distances) + 1.001 * Math.SQRT2 * CELL;
    return Int32Array.from(this.#sides().filter((side) => distances[side] <= most));
  }

  #levelOf(row: number): Int32Array {
    const low = this.#up + (row - 0.001) * CELL;
    const high = this.#up + (row + 1.001) * CELL;
    const o = this.#outline;
    return Int32Array.from(
      this.#sides().filter((end) => {
        const begin = end === 0 ? o.length / 2 - 1 : end - 1;
        const [a, b] = [o[2 * begin + 1], o[2 * end + 1]];
        return Math.max(a, b) >= low && Math.min(a, b) <= high;
      }),
    );
  }

  #sides(): number[] {
    return Array.from({ length: this.#outline.length / 2 }, (_, side) => side);
  }
}
