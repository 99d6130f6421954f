import type { WallHole } from '../wall/cells/wall-holes.ts';
import type { WallSurface } from '../wall/wall-surface.ts';

/** Standard uncertainties of the interpolated parts of a wall, m^3. */
export interface InterpolatedWallUncertainty {
  /** Interpolated holes. */
  readonly filled: number;
  /** Relief hidden behind its own lips inside measured cells. */
  readonly hidden: number;
}

/** Root mean square of a uniform quantity between 0 and 2. */
const RMS_OF_ONE_SENSE = Math.sqrt(4 / 3);

/**
 * Uncertainty of the unobserved wall between two chainages, estimated from the observed wall: docs/volume.md,
 * 4.4.
 *
 * @param fallback standard deviation of interpolated wall where no patch of that size was measured anywhere,
 *   m
 */
export function interpolatedWallUncertainty(
  wall: WallSurface,
  from: number,
  to: number,
  fallback: number,
): InterpolatedWallUncertainty {
  const { bins, radius, shadow } = wall.grid;
  const width = (2 * Math.PI) / bins;
  const lengths = new Float64Array(wall.grid.slabs);
  let surface = 0;
  wall.forEachClosed(from, to, (k, length) => {
    lengths[k] = length;
    surface += length * wall.rings.perimeter[k];
  });
  let variance = 0;
  let behindLips = 0;
  let hidden = 0;
  for (const hole of wall.holes) {
    let inRange = 0;
    let whole = 0;
    for (const cell of hole.cells) {
      const k = (cell - (cell % bins)) / bins;
      const piece = radius[cell] * width * lengths[k];
      inRange += piece;
      whole += radius[cell] * width * wall.options.slab * wall.rings.closed[k];
      behindLips += piece * (shadow?.[cell] ?? 0);
    }
    const isCell = hole.width <= hole.cellWidth * 1.001;
    if (inRange === 0 && !isCell) continue;
    const off = offOf(hole, wall, fallback);
    // A long hole counts as independent pieces as long as it is wide: their errors are uncorrelated.
    const pieces = Math.max(1, inRange / hole.width ** 2);
    variance += (inRange * off) ** 2 / pieces;
    if (isCell) hidden += whole * off;
  }
  // If the shadows fall in one direction, what they hide is deep in all of them, or in none.
  return {
    filled: Math.hypot(Math.sqrt(variance), behindLips / Math.sqrt(3)),
    // If a wall was seen from both sides it shows fewer holes, not less relief: the share of the whole drive
    // applies.
    hidden: (RMS_OF_ONE_SENSE * hidden * surface) / surfaceOf(wall),
  };
}

function offOf({ width, cells }: WallHole, wall: WallSurface, fallback: number): number {
  const { bins } = wall.grid;
  const middle = cells[cells.length >> 1];
  const estimated = wall.relief.sigmaOf(width, Math.floor(middle / bins), middle % bins);
  return Number.isNaN(estimated) ? fallback : estimated;
}

/** Surface of all closed slabs, m^2. */
function surfaceOf({ rings, options }: WallSurface): number {
  return rings.perimeter.reduce((sum, length, k) => sum + rings.closed[k] * length * options.slab, 0);
}
