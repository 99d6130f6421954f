import { angleOf } from '../../wall/cells/typical-section.ts';
import type { ConvergenceOptions } from './convergence-options.ts';
import type { WallDifferences } from './wall-differences.ts';

/** Patch of wall cells, slabs x bins, over which a distance is averaged. */
export interface Patch {
  readonly cells: number;
  /** Mean of the distances, m. */
  readonly mean: number;
  /** Standard deviation of the mean from their scatter, m. */
  readonly noise: number;
  readonly radius: number;
  readonly normal: readonly [number, number];
  /** Position (left, up) of its middle from that of the section, m. */
  readonly place: readonly [number, number];
}

/** Number of patches round the section; divides its number of cells. */
export function patchColumnCount(bins: number, cellWidth: number, patchWidth: number): number {
  let perPatch = Math.min(Math.max(1, Math.round(patchWidth / cellWidth)), bins);
  while (bins % perPatch !== 0) perPatch--;
  return bins / perPatch;
}

/** Mean width of a cell round the section, m. */
export function cellWidthOf({ bins, radius }: WallDifferences): number {
  const known = radius.filter((r) => r > 0);
  return (2 * Math.PI * known.reduce((sum, r) => sum + r, 0)) / Math.max(1, known.length) / bins;
}

/** Patches row by row; null if too few of its cells were measured in both surveys. */
export function patchesOf(
  cells: WallDifferences,
  rows: number,
  rowSlabs: number,
  columns: number,
  { leastCells, leastShare }: ConvergenceOptions,
): (Patch | null)[] {
  const width = cells.bins / columns;
  const least = Math.max(leastCells, leastShare * width * rowSlabs);
  const patches: (Patch | null)[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const sums = { n: 0, sum: 0, square: 0, radius: 0, left: 0, up: 0, x: 0, y: 0 };
      for (let k = row * rowSlabs; k < (row + 1) * rowSlabs; k++) {
        for (let j = column * width; j < (column + 1) * width; j++) {
          const cell = k * cells.bins + j;
          const d = cells.distance[cell];
          if (Number.isNaN(d)) continue;
          sums.n++;
          sums.sum += d;
          sums.square += d * d;
          sums.radius += cells.radius[cell];
          sums.left += cells.normal[2 * cell];
          sums.up += cells.normal[2 * cell + 1];
          sums.x += cells.radius[cell] * Math.cos(angleOf(j, cells.bins));
          sums.y += cells.radius[cell] * Math.sin(angleOf(j, cells.bins));
        }
      }
      patches.push(sums.n < least ? null : patchOf(sums));
    }
  }
  return patches;
}

function patchOf(sums: {
  n: number;
  sum: number;
  square: number;
  radius: number;
  left: number;
  up: number;
  x: number;
  y: number;
}): Patch {
  const { n } = sums;
  const mean = sums.sum / n;
  const variance = Math.max(0, sums.square - n * mean * mean) / (n - 1);
  return {
    cells: n,
    mean,
    noise: Math.sqrt(variance / n),
    radius: sums.radius / n,
    normal: [sums.left / n, sums.up / n],
    place: [sums.x / n, sums.y / n],
  };
}
