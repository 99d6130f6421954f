import { OCTANTS } from './cube.ts';
import { PointColumns } from './point-columns.ts';

/** Grid cells along the edge of a cube: one point per cell represents the cube in a distant view. */
export const GRID_CELLS = 128;

/** Set of the occupied cells of a cube's grid. */
export class CellSet {
  readonly #bits = new Uint32Array(GRID_CELLS ** 3 / 32);

  clear(): void {
    this.#bits.fill(0);
  }

  /**
   * Marks the cell of a point as occupied.
   *
   * @param perMetre cells per metre; coordinates are from the cube's corner
   * @returns false if it already was
   */
  take(x: number, y: number, z: number, perMetre: number): boolean {
    const cell = (cellOf(x, perMetre) * GRID_CELLS + cellOf(y, perMetre)) * GRID_CELLS + cellOf(z, perMetre);
    const bit = 1 << (cell & 31);
    if (this.#bits[cell >> 5] & bit) return false;
    this.#bits[cell >> 5] |= bit;
    return true;
  }
}

/** Index of the cell; a point that f32 rounding put on the far face belongs to the last cell. */
function cellOf(value: number, perMetre: number): number {
  return Math.min(GRID_CELLS - 1, Math.max(0, Math.floor(value * perMetre)));
}

/**
 * Splits the points of a cube into those that represent it and the rest by octant.
 *
 * @param points from the cube's corner
 * @returns `rest` from the corners of the octants; null for an octant without points
 */
export function partOnGrid(
  points: PointColumns,
  edge: number,
  cells: CellSet,
): { taken: PointColumns; rest: (PointColumns | null)[] } {
  const half = edge / 2;
  const perMetre = GRID_CELLS / edge;
  const taken = new PointColumns();
  const rest: (PointColumns | null)[] = OCTANTS.map(() => null);
  cells.clear();
  for (let i = 0; i < points.count; i++) {
    const x = points.xyz[3 * i];
    const y = points.xyz[3 * i + 1];
    const z = points.xyz[3 * i + 2];
    if (cells.take(x, y, z, perMetre)) {
      taken.pushFrom(points, i, 0, 0, 0);
      continue;
    }
    const octant = octantOf(x, y, z, half);
    rest[octant] ??= new PointColumns();
    rest[octant].pushFrom(points, i, octant & 1 ? -half : 0, octant & 2 ? -half : 0, octant & 4 ? -half : 0);
  }
  return { taken, rest };
}

/** Octant of a cube that contains a point, from its corner. */
export function octantOf(x: number, y: number, z: number, half: number): number {
  return (x >= half ? 1 : 0) + (y >= half ? 2 : 0) + (z >= half ? 4 : 0);
}
