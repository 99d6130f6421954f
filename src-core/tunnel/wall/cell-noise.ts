import { MEASURED } from '../wall-grid.ts';
import type { WallSurface } from '../wall-surface.ts';

/**
 * Mask of a second difference along the axis of a second difference round the section: 6 x 6 times the
 * variance of a cell.
 */
const MASK = [1, -2, 1];
const MASK_GAIN = 36;

/**
 * Variance of the volume from the noise of the cells, m^6: each measured cell is an independent measurement
 * of its piece of the wall. Its variance is estimated by the mask of Immerkaer (1996) over the cell and its
 * eight neighbours, which suppresses any relief that bends in one direction only; where a neighbour is not
 * measured, the mean of all others is used.
 */
export function cellVariance(wall: WallSurface, from: number, to: number): number {
  const { bins, radius } = wall.grid;
  const width = (2 * Math.PI) / bins;
  let known = 0;
  let knownCells = 0;
  let unknownWeight = 0;
  let sum = 0;
  wall.forEachClosed(from, to, (k, length) => {
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (wall.grid.state[cell] !== MEASURED) continue;
      const weight = (radius[cell] * width * length) ** 2;
      const variance = varianceAt(wall, k, j);
      if (variance === null) {
        unknownWeight += weight;
        continue;
      }
      known += variance;
      knownCells++;
      sum += weight * variance;
    }
  });
  return knownCells === 0 ? sum : sum + (unknownWeight * known) / knownCells;
}

/** Variance of a cell's radius, m^2; null where a neighbour is not measured. */
function varianceAt({ grid }: WallSurface, k: number, j: number): number | null {
  const { slabs, bins, radius, state } = grid;
  if (k === 0 || k === slabs - 1) return null;
  let sum = 0;
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      const cell = (k + a - 1) * bins + ((j + b - 1 + bins) % bins);
      if (state[cell] !== MEASURED) return null;
      sum += MASK[a] * MASK[b] * radius[cell];
    }
  }
  return (sum * sum) / MASK_GAIN;
}
