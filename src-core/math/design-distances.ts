import { crosses, designDistance, squaredToSide } from './polygon-distance.ts';

/** Edge of a cell of the section plane, m: a few sides of a fine outline are near it. */
const CELL = 0.05;
/** Margin of the grid around the outline, m; points farther out are rare. */
const MARGIN = 1;

/**
 * `designDistance` for millions of points, bit-identical: the section plane is divided into cells, and each
 * caches the sides of the outline that can be the nearest to a point in it. An arc has hundreds of sides, of
 * which a dozen are tested.
 */
export class DesignDistances {
  readonly #outline: Float64Array;
  readonly #left: number;
  readonly #up: number;
  readonly #columns: number;
  readonly #rows: number;
  /** Per cell: sides that can be the nearest; null until the cell is first queried. */
  readonly #near: (Int32Array | null)[];
  /** Per row: sides that a ray to the left can cross. */
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
   * No point of the cell is farther than half a diagonal from its middle: the side nearest to the point is at
   * most a whole diagonal farther from the middle than the side nearest to the middle.
   */
  #nearOf(column: number, row: number): Int32Array {
    const left = this.#left + (column + 0.5) * CELL;
    const up = this.#up + (row + 0.5) * CELL;
    const distances = this.#sides().map((side) => Math.sqrt(squaredToSide(this.#outline, side, left, up)));
    // Slightly more, because of rounding for a point on the edge of the cell.
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
