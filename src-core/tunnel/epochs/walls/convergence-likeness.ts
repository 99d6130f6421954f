import type { Patch } from './convergence-patches.ts';
import type { WallDifferences } from './wall-differences.ts';

/**
 * Outlier threshold, in standard deviations: cells that differ from their surroundings by more are no noise
 * but an edge or a movement.
 */
const OUTLIER = 4;
/** Upper limit of the correlation of neighbouring cells. */
const MOST = 0.8;

/**
 * Factor by which the mean of a patch scatters more than that of as many independent cells: neighbours share
 * returns and shadows. With the correlation r of a cell and the next one it is sqrt((1 + r) / (1 - r)) in
 * either direction, as for a first-order autoregressive series; movement is removed with the mean of the
 * patches around.
 *
 * @returns 1 or more
 */
export function cellLikeness(
  cells: WallDifferences,
  patches: readonly (Patch | null)[],
  rowSlabs: number,
  columns: number,
): number {
  const residual = residuals(cells, patches, rowSlabs, columns);
  const around = correlation(residual, cells, (k, j) => [k, (j + 1) % cells.bins]);
  const along = correlation(residual, cells, (k, j) => [k + 1, j]);
  return Math.sqrt(((1 + around) / (1 - around)) * ((1 + along) / (1 - along)));
}

/** Distance of each cell less that of its surroundings; NaN for cells that are missing or outliers. */
function residuals(
  { slabs, bins, distance }: WallDifferences,
  patches: readonly (Patch | null)[],
  rowSlabs: number,
  columns: number,
): Float64Array {
  const rows = patches.length / columns;
  const width = bins / columns;
  const residual = new Float64Array(slabs * bins).fill(Number.NaN);
  let [square, count] = [0, 0];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const mean = meanAround(patches, row, column, rows, columns);
      for (let k = row * rowSlabs; k < (row + 1) * rowSlabs; k++) {
        for (let j = column * width; j < (column + 1) * width; j++) {
          const value = distance[k * bins + j] - mean;
          if (Number.isNaN(value)) continue;
          residual[k * bins + j] = value;
          square += value * value;
          count++;
        }
      }
    }
  }
  const most = OUTLIER * Math.sqrt(square / Math.max(1, count));
  return residual.map((value) => (Math.abs(value) <= most ? value : Number.NaN));
}

/** Mean of a patch and those around it, each cell weighted equally. */
function meanAround(
  patches: readonly (Patch | null)[],
  row: number,
  column: number,
  rows: number,
  columns: number,
): number {
  let [sum, count] = [0, 0];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = column - 1; c <= column + 1; c++) {
      const patch = patches[r * columns + ((c + columns) % columns)];
      if (patch === null) continue;
      sum += patch.cells * patch.mean;
      count += patch.cells;
    }
  }
  return count === 0 ? Number.NaN : sum / count;
}

/** Correlation of neighbouring cells, 0 to `MOST`. */
function correlation(
  residual: Float64Array,
  { slabs, bins }: WallDifferences,
  next: (slab: number, bin: number) => readonly [number, number],
): number {
  let [product, square] = [0, 0];
  for (let k = 0; k < slabs; k++) {
    for (let j = 0; j < bins; j++) {
      const [k2, j2] = next(k, j);
      const a = residual[k * bins + j];
      const b = k2 < slabs ? residual[k2 * bins + j2] : Number.NaN;
      if (Number.isNaN(a) || Number.isNaN(b)) continue;
      product += a * b;
      square += (a * a + b * b) / 2;
    }
  }
  return square === 0 ? 0 : Math.min(MOST, Math.max(0, product / square));
}
