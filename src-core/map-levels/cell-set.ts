import type { Cube } from './cube.ts';

/** A cube's grid has 2^GRID_BITS cells a side: one point of each represents the cube in a distant view. */
export const GRID_BITS = 7;
const MASK = 2 ** GRID_BITS - 1;

/** Set of the occupied cells of a cube's grid. */
export class CellSet {
  readonly #taken = new Uint32Array(2 ** (3 * GRID_BITS - 5));
  #corner: Cube['corner'] = [0, 0, 0];
  #shift = 0;

  /** Empties it for the grid of a cube. */
  begin({ corner, bits }: Cube): void {
    this.#taken.fill(0);
    this.#corner = corner;
    this.#shift = Math.max(0, bits - GRID_BITS);
  }

  /**
   * Marks the cell of a point within the cube as occupied.
   *
   * @returns false if it already was
   */
  take(x: number, y: number, z: number): boolean {
    const shift = this.#shift;
    const [left, front, low] = this.#corner;
    const cell =
      ((((x - left) >>> shift) & MASK) << (2 * GRID_BITS)) |
      ((((y - front) >>> shift) & MASK) << GRID_BITS) |
      (((z - low) >>> shift) & MASK);
    const bit = 1 << (cell & 31);
    if (this.#taken[cell >> 5] & bit) return false;
    this.#taken[cell >> 5] |= bit;
    return true;
  }
}

/** Tells the octant of a cube that contains a point. */
export function octantIn({ corner, bits }: Cube): (x: number, y: number, z: number) => number {
  const half = 2 ** (bits - 1);
  const [x0, y0, z0] = corner.map((low) => low + half);
  return (x, y, z) => (x >= x0 ? 1 : 0) + (y >= y0 ? 2 : 0) + (z >= z0 ? 4 : 0);
}
