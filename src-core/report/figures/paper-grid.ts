import type { Stretch } from '../../model/axis.ts';
import type { UnrolledWall } from '../../model/unrolled.ts';
import { FILLED } from '../../tunnel/wall/cells/wall-grid.ts';
import { classOf, type MapClasses } from './map-classes.ts';
import { toPaper } from './scale.ts';

/** Minimum cell size on paper, mm: finer cells are not visible. */
const LEAST_CELL = 0.4;

/** Layer of an unrolled wall to draw, with its extent and scale. */
export interface DrawnLayer {
  readonly unrolled: UnrolledWall;
  /** One per cell (`unrolledLayer`). */
  readonly values: Float32Array;
  readonly classes: MapClasses;
  /** Stretch to draw, chainages within the unrolled wall. */
  readonly stretch: Stretch;
  /** Scale denominator, equal in both directions. */
  readonly scale: number;
}

/** Drawn part of the layer, in cells visible on paper. */
interface PaperGrid {
  readonly columns: number;
  readonly rows: number;
  /** Edge of a cell, m. */
  readonly cell: number;
  readonly classes: Int8Array;
  readonly filled: Uint8Array;
  readonly beyond: Uint8Array;
}

/** Resamples a layer to cells visible on paper, by block means. */
export function coarsened({ unrolled, values, classes, stretch, scale }: DrawnLayer): PaperGrid {
  const { cell, columns: allColumns, rows: allRows, state, beyond, chainageFrom } = unrolled;
  const block = Math.max(1, Math.ceil(LEAST_CELL / toPaper(cell, scale) - 1e-9));
  const first = Math.max(0, Math.round((stretch.from - chainageFrom) / cell));
  const end = Math.min(allColumns, Math.round((stretch.to - chainageFrom) / cell));
  const columns = Math.ceil((end - first) / block);
  const rows = Math.ceil(allRows / block);
  const grid = {
    columns,
    rows,
    cell: block * cell,
    classes: new Int8Array(columns * rows),
    filled: new Uint8Array(columns * rows),
    beyond: new Uint8Array(columns * rows),
  };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let [sum, known, filled, recess, count] = [0, 0, 0, 0, 0];
      for (let r = row * block; r < Math.min(allRows, (row + 1) * block); r++)
        for (let c = first + column * block; c < Math.min(end, first + (column + 1) * block); c++) {
          const at = r * allColumns + c;
          count++;
          if (state[at] === FILLED) filled++;
          if (beyond[at] === 1) recess++;
          if (Number.isNaN(values[at])) continue;
          sum += values[at];
          known++;
        }
      const at = row * columns + column;
      grid.classes[at] = 2 * known >= count ? classOf(classes, sum / known) : -1;
      grid.filled[at] = 2 * filled > count ? 1 : 0;
      grid.beyond[at] = 2 * recess > count ? 1 : 0;
    }
  return grid;
}

/** Hatch lines through the centres of interpolated cells, every nth row, in cells. */
export function hatch({ filled, columns, rows }: PaperGrid, every: number): string {
  const parts: string[] = [];
  for (let row = Math.floor(every / 2); row < rows; row += every)
    for (let column = 0; column < columns; column++) {
      if (filled[row * columns + column] === 0) continue;
      let end = column + 1;
      while (end < columns && filled[row * columns + end] === 1) end++;
      parts.push(`M${column} ${row + 0.5}h${end - column}`);
      column = end - 1;
    }
  return parts.join('');
}
