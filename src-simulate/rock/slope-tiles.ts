import { COLUMN_STEP, COLUMNS, ROW_STEP, type RockSurface } from './rock-surface.ts';

const TILE_ROWS = 8;
const TILE_COLUMNS = 16;
const TILES_AROUND = COLUMNS / TILE_COLUMNS;

/** Displacement within which the bounds of a tile apply: metres of chainage, and radians. */
export const TILE_REACH_S = TILE_ROWS * ROW_STEP;
export const TILE_REACH_THETA = TILE_COLUMNS * COLUMN_STEP;

/**
 * Bounds of the wall surface per tile of 0.2 m x 8 degrees together with its eight neighbours: the least and
 * greatest dr/ds and dr/dtheta. The slopes of a bilinear patch lie between those of its edges, so the bounds are
 * exact. They apply within `TILE_REACH_S` and `TILE_REACH_THETA` of a point of the tile.
 */
export class SlopeTiles {
  /** Metres per metre of chainage. */
  readonly leastAlong: Float32Array;
  readonly mostAlong: Float32Array;
  /** Metres per radian. */
  readonly leastAround: Float32Array;
  readonly mostAround: Float32Array;
  readonly #rows: number;

  constructor(surface: RockSurface) {
    this.#rows = Math.ceil(surface.cellRows / TILE_ROWS);
    const tiles = (value: number) => new Float32Array(this.#rows * TILES_AROUND).fill(value);
    const [leastAlong, mostAlong] = [tiles(Number.POSITIVE_INFINITY), tiles(Number.NEGATIVE_INFINITY)];
    const [leastAround, mostAround] = [tiles(Number.POSITIVE_INFINITY), tiles(Number.NEGATIVE_INFINITY)];
    const { nodes } = surface;
    for (let cell = 0; cell < surface.cellRows; cell++) {
      const tileRow = Math.floor(cell / TILE_ROWS) * TILES_AROUND;
      const [lower, upper] = [surface.lower[cell], surface.upper[cell]];
      for (let c = 0; c < COLUMNS; c++) {
        const tile = tileRow + Math.floor(c / TILE_COLUMNS);
        const [a, b] = [nodes[lower + c], nodes[lower + c + 1]];
        const [d, e] = [nodes[upper + c], nodes[upper + c + 1]];
        leastAlong[tile] = Math.min(leastAlong[tile], (d - a) / ROW_STEP, (e - b) / ROW_STEP);
        mostAlong[tile] = Math.max(mostAlong[tile], (d - a) / ROW_STEP, (e - b) / ROW_STEP);
        leastAround[tile] = Math.min(leastAround[tile], (b - a) / COLUMN_STEP, (e - d) / COLUMN_STEP);
        mostAround[tile] = Math.max(mostAround[tile], (b - a) / COLUMN_STEP, (e - d) / COLUMN_STEP);
      }
    }
    this.leastAlong = this.#withNeighbours(leastAlong, Math.min);
    this.mostAlong = this.#withNeighbours(mostAlong, Math.max);
    this.leastAround = this.#withNeighbours(leastAround, Math.min);
    this.mostAround = this.#withNeighbours(mostAround, Math.max);
  }

  /** Index of the tile that contains a cell. */
  tileOf(cellRow: number, column: number): number {
    return Math.floor(cellRow / TILE_ROWS) * TILES_AROUND + Math.floor(column / TILE_COLUMNS);
  }

  #withNeighbours(own: Float32Array, extreme: (...values: number[]) => number): Float32Array {
    const spread = Float32Array.from(own);
    for (let row = 0; row < this.#rows; row++) {
      for (let column = 0; column < TILES_AROUND; column++) {
        const at = row * TILES_AROUND + column;
        for (let i = Math.max(row - 1, 0); i <= Math.min(row + 1, this.#rows - 1); i++) {
          for (let j = -1; j <= 1; j++) {
            const around = (column + j + TILES_AROUND) % TILES_AROUND;
            spread[at] = extreme(spread[at], own[i * TILES_AROUND + around]);
          }
        }
      }
    }
    return spread;
  }
}
