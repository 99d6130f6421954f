import type { RasterFrame } from '../../model/raster.ts';
import { coordinateText } from '../bytes/coordinate-text.ts';

/**
 * World file of a raster (.pgw beside a .png), six lines: size of a cell, no rotation, and the middle of the first
 * cell.
 */
export function worldFile({ cell, left, top }: RasterFrame): string {
  return [cell, 0, 0, -cell, left + cell / 2, top - cell / 2]
    .map((value) => `${coordinateText(value)}\r\n`)
    .join('');
}
