import type { WallGrid } from '../cells/wall-grid.ts';
import type { RecessCells } from './recess-cells.ts';

/** First and last slab that look into an opening, its rim included. */
export interface OpeningExtent {
  readonly first: number;
  readonly last: number;
}

/** Extent of each opening along the axis, in the order of their numbers. */
export function openingExtents(
  { number, count }: Pick<RecessCells, 'number' | 'count'>,
  { bins }: Pick<WallGrid, 'bins'>,
): OpeningExtent[] {
  const extents = Array.from({ length: count }, () => ({ first: Number.POSITIVE_INFINITY, last: -1 }));
  for (let cell = 0; cell < number.length; cell++) {
    if (number[cell] === 0) continue;
    const extent = extents[number[cell] - 1];
    const k = Math.floor(cell / bins);
    extent.first = Math.min(extent.first, k);
    extent.last = Math.max(extent.last, k);
  }
  return extents;
}
