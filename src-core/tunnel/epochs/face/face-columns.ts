import { forEachSlab, type SectionVoxels } from '../../wall/voxels/section-voxels.ts';
import type { FaceOptions } from './face-options.ts';

/** Square cells of the section: middle of the first in (left, up), m, and number of cells along left and up. */
export interface FaceGrid {
  readonly cell: number;
  readonly origin: readonly [number, number];
  readonly columns: number;
  readonly rows: number;
}

/** Farthest surface in every cell of a section. */
export interface FaceColumns {
  /** Chainage, m; NaN where no surface was found. */
  readonly chainage: Float64Array<ArrayBuffer>;
  readonly points: Uint32Array;
}

interface Column {
  /** Mean chainage and number of points of the voxels, ascending. */
  readonly along: number[];
  readonly points: number[];
}

/** Smallest grid, aligned to the voxels' cells, that contains a circle. @param reach its radius, m */
export function gridAbout(centre: readonly [number, number], reach: number, cell: number): FaceGrid {
  const first = centre.map((at) => Math.floor((at - reach) / cell));
  const last = centre.map((at) => Math.floor((at + reach) / cell));
  return {
    cell,
    origin: [(first[0] + 0.5) * cell, (first[1] + 0.5) * cell],
    columns: last[0] - first[0] + 1,
    rows: last[1] - first[1] + 1,
  };
}

/** Finds the farthest surface of each cell: objects in front of the face (people, a duct) are separate surfaces. */
export function faceColumns(voxels: SectionVoxels, grid: FaceGrid, options: FaceOptions): FaceColumns {
  const cells = grid.columns * grid.rows;
  const columns: (Column | undefined)[] = new Array(cells);
  forEachSlab(voxels, (slab, points) => {
    for (let i = 0; i < points.count; i++) {
      const cell = cellOf(grid, points.left[i], points.up[i]);
      if (cell < 0) continue;
      columns[cell] ??= { along: [], points: [] };
      columns[cell].along.push((voxels.firstSlab + slab + points.along[i]) * voxels.slab);
      columns[cell].points.push(points.points[i]);
    }
  });
  const result: FaceColumns = {
    chainage: new Float64Array(cells).fill(Number.NaN),
    points: new Uint32Array(cells),
  };
  columns.forEach((column, cell) => {
    if (column === undefined) return;
    const surface = farthest(column, options);
    if (surface === null) return;
    result.chainage[cell] = surface.chainage;
    result.points[cell] = surface.points;
  });
  return result;
}

/** Index of the cell at a point of the section; -1 outside the grid. */
function cellOf(grid: FaceGrid, left: number, up: number): number {
  const column = Math.round((left - grid.origin[0]) / grid.cell);
  const row = Math.round((up - grid.origin[1]) / grid.cell);
  const inside = column >= 0 && column < grid.columns && row >= 0 && row < grid.rows;
  return inside ? row * grid.columns + column : -1;
}

/** Farthest surface with enough points; voxels without a gap between them are one surface. */
function farthest(
  { along, points }: Column,
  { surfaceGap, minSupport }: FaceOptions,
): { chainage: number; points: number } | null {
  for (let end = along.length; end > 0; ) {
    let start = end - 1;
    while (start > 0 && along[start] - along[start - 1] <= surfaceGap) start--;
    // Of a surface seen edge-on, as the wall is, only the points near its far side.
    let first = end - 1;
    while (first > start && along[end - 1] - along[first - 1] <= surfaceGap) first--;
    let [sum, count] = [0, 0];
    for (let i = first; i < end; i++) {
      sum += points[i] * along[i];
      count += points[i];
    }
    if (count >= minSupport) return { chainage: sum / count, points: count };
    end = start;
  }
  return null;
}
