import type { FaceColumns, FaceGrid } from './face-columns.ts';

/** Patches of fewer cells than this are stray returns. */
const LEAST_PATCH = 4;

/**
 * Cells of the face: neighbouring cells without a step between them are one patch; the largest patch, and the
 * others that are no nearer than it. Patches nearer than that are objects in front of the face.
 *
 * @param within 1 for the cells to be searched
 * @param step a greater difference between neighbours separates two patches, m
 * @returns cells, ascending
 */
export function largestSurface(
  grid: FaceGrid,
  { chainage }: FaceColumns,
  within: Uint8Array,
  step: number,
): number[] {
  const patch = new Int32Array(chainage.length).fill(-1);
  const patches: number[][] = [];
  for (let seed = 0; seed < chainage.length; seed++) {
    if (patch[seed] >= 0 || within[seed] === 0 || Number.isNaN(chainage[seed])) continue;
    const cells = [seed];
    patch[seed] = patches.length;
    for (let i = 0; i < cells.length; i++) {
      for (const next of neighbours(grid, cells[i])) {
        if (patch[next] >= 0 || within[next] === 0) continue;
        if (!(Math.abs(chainage[next] - chainage[cells[i]]) <= step)) continue;
        patch[next] = patches.length;
        cells.push(next);
      }
    }
    patches.push(cells);
  }
  const [largest, ...others] = patches.toSorted((a, b) => b.length - a.length);
  if (largest === undefined) return [];
  const nearest = mean(largest, chainage) - step;
  const behind = others.filter((cells) => cells.length >= LEAST_PATCH && mean(cells, chainage) >= nearest);
  return [largest, ...behind].flat().sort((a, b) => a - b);
}

function neighbours({ columns, rows }: FaceGrid, cell: number): number[] {
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  const found: number[] = [];
  for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++)
    for (let i = Math.max(0, column - 1); i <= Math.min(columns - 1, column + 1); i++)
      if (i !== column || j !== row) found.push(j * columns + i);
  return found;
}

function mean(cells: readonly number[], chainage: Float64Array): number {
  return cells.reduce((sum, cell) => sum + chainage[cell], 0) / cells.length;
}
