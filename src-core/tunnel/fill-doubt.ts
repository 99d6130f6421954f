import type { WallSurface } from './wall-surface.ts';

/** What the filled parts of a wall are worth, m^3, one standard deviation each. */
export interface FillDoubt {
  /** Holes that were filled. */
  readonly filled: number;
  /** Relief that hides behind its own lips inside cells that were measured. */
  readonly hidden: number;
}

/** A uniform quantity between 0 and 2 has this root mean square. */
const RMS_OF_ONE_SENSE = Math.sqrt(4 / 3);

/**
 * What was not seen of the wall between two chainages, by what was: docs/volume.md, 4.2.
 *
 * @param fallback how far the wall may lie off a fill where no patch of that size was measured anywhere, m
 */
export function fillDoubt(wall: WallSurface, from: number, to: number, fallback: number): FillDoubt {
  const { bins, radius, shadow } = wall.grid;
  const width = (2 * Math.PI) / bins;
  const lengths = new Map<number, number>();
  wall.forEachClosed(from, to, (k, length) => lengths.set(k, length));
  let variance = 0;
  let hidden = 0;
  let behindLips = 0;
  for (const hole of wall.holes) {
    let surface = 0;
    for (const cell of hole.cells) {
      const piece = radius[cell] * width * (lengths.get((cell - (cell % bins)) / bins) ?? 0);
      surface += piece;
      behindLips += piece * (shadow?.[cell] ?? 0);
    }
    if (surface === 0) continue;
    const middle = hole.cells[hole.cells.length >> 1];
    const told = wall.relief.sigmaOf(hole.width, Math.floor(middle / bins), middle % bins);
    const off = Number.isNaN(told) ? fallback : told;
    // A long hole is as many pieces as its width fits into it: what one lies off says nothing of the next.
    const pieces = Math.max(1, surface / hole.width ** 2);
    variance += (surface * off) ** 2 / pieces;
    if (hole.width <= hole.cellWidth * 1.001) hidden += surface * off;
  }
  // Where the shadows fall in one direction, what they hide lies deep in all of them, or in none.
  return {
    filled: Math.hypot(Math.sqrt(variance), behindLips / Math.sqrt(3)),
    hidden: RMS_OF_ONE_SENSE * hidden,
  };
}
