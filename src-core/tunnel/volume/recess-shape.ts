import { quantile } from '../../math/statistics.ts';
import type { Recess, RecessSide } from '../../model/recess.ts';
import { angleOf } from '../wall/cells/typical-section.ts';
import { MEASURED, UNKNOWN, type WallGrid } from '../wall/cells/wall-grid.ts';
import { BACK, forEachNeighbour } from '../wall/recess/recess-cells.ts';
import type { WallSurface } from '../wall/wall-surface.ts';

/** Cells this far beyond the drive's line are certainly within the opening; the others are its rim, m. */
const CLEAR = 0.3;
/** Cells that are cut by the edge of the opening extend at least this far beyond the line, m. */
const CUT = 0.1;
/** Above this interpolated share of its wall, the end of a recess counts as not observed. */
const MOST_FILLED = 0.4;

/** Position and size of a recess. */
type RecessShape = Omit<Recess, 'name' | 'volume'>;

/**
 * Position and size of a recess; null if no closed slab looks into it.
 *
 * @param cells of the wall that look into it, rim included, ascending
 * @param area of the section beyond the drive's line per slab, m^2; 0 in open slabs
 */
export function recessShape(
  wall: WallSurface,
  cells: readonly number[],
  area: Float64Array,
): RecessShape | null {
  const { grid, recesses, options } = wall;
  const { radius, state } = grid;
  const inside = cells.filter((cell) => radius[cell] - recesses.driveRadius[cell] > CLEAR);
  const stretch = stretchOf(wall, cells, area);
  if (stretch === null || inside.length === 0) return null;
  const side = sideOf(wall, inside);
  const outward = outwardOf(wall, side);
  const depth =
    quantile(
      inside.map((cell) => outward(cell, radius[cell])),
      BACK,
    ) -
    quantile(
      inside.map((cell) => outward(cell, recesses.driveRadius[cell])),
      0.5,
    );
  const filled = inside.filter((cell) => state[cell] !== MEASURED).length;
  const openingWidth = wall.geometry.lengthBetween(stretch.from, stretch.to);
  const openingHeight = heightOf(
    wall,
    cells.filter((cell) => radius[cell] - recesses.driveRadius[cell] > CUT),
  );
  const goesOn = filled > MOST_FILLED * inside.length || cells.some((cell) => isBesideUnknown(cell, grid));
  return {
    kind: goesOn || depth >= options.recess.crossCutDepth ? 'cross-cut' : 'niche',
    side,
    ...stretch,
    depth,
    openingWidth,
    openingHeight,
    openingArea: openingWidth * openingHeight,
    goesOn,
  };
}

function isBesideUnknown(cell: number, grid: WallGrid): boolean {
  let beside = false;
  forEachNeighbour(cell, grid, (other) => {
    beside ||= grid.state[other] === UNKNOWN;
  });
  return beside;
}

/**
 * Chainages of the jambs: the first and last slab with at least half of the usual section of the recess, plus
 * the share of the slabs that the jambs cut.
 */
function stretchOf(
  wall: WallSurface,
  cells: readonly number[],
  area: Float64Array,
): { from: number; to: number } | null {
  const { slab } = wall.options;
  const { bins } = wall.grid;
  const largest = area.reduce((most, value) => Math.max(most, value), 0);
  const usual = quantile(
    area.filter((value) => value > largest / 2),
    0.5,
  );
  const first = area.findIndex((value) => value > usual / 2);
  if (first < 0) return null;
  const last = area.findLastIndex((value) => value > usual / 2);
  const share = (k: number): number => Math.max(0, Math.min(1, (area[k] ?? 0) / usual));
  // Open slabs at its ends belong to it too, though they are not summed.
  const [lowest, highest] = [Math.floor(cells[0] / bins), Math.floor(cells[cells.length - 1] / bins)];
  const open = (k: number): boolean => wall.rings.closed[k] === 0;
  return {
    from: open(first - 1)
      ? wall.chainageOf(lowest)
      : wall.chainageOf(first) + slab * (1 - share(first) - share(first - 1)),
    to: open(last + 1)
      ? wall.chainageOf(highest + 1)
      : wall.chainageOf(last + 1) - slab * (1 - share(last) - share(last + 1)),
  };
}

function sideOf({ grid, recesses }: WallSurface, inside: readonly number[]): RecessSide {
  let [left, up] = [0, 0];
  for (const cell of inside) {
    const angle = angleOf(cell % grid.bins, grid.bins);
    const deep = grid.radius[cell] - recesses.driveRadius[cell];
    left += deep * Math.cos(angle);
    up += deep * Math.sin(angle);
  }
  if (Math.abs(left) >= Math.abs(up)) return left > 0 ? 'left' : 'right';
  return up > 0 ? 'crown' : 'floor';
}

/** Position of a cell along the direction of a recess, m from the axis. */
function outwardOf(
  { grid, centre }: WallSurface,
  side: RecessSide,
): (cell: number, radius: number) => number {
  const sign = side === 'left' || side === 'crown' ? 1 : -1;
  const level = side === 'left' || side === 'right';
  return (cell, radius) => {
    const j = cell % grid.bins;
    const k = (cell - j) / grid.bins;
    const angle = angleOf(j, grid.bins);
    return sign * (centre[2 * k + (level ? 0 : 1)] + radius * (level ? Math.cos(angle) : Math.sin(angle)));
  };
}

/** Median over the slabs of the length of the drive's line across the opening, m. */
function heightOf({ grid, recesses }: WallSurface, opening: readonly number[]): number {
  const { bins } = grid;
  const perSlab = new Map<number, number>();
  for (const cell of opening) {
    const j = cell % bins;
    const k = (cell - j) / bins;
    const place = (bin: number): [number, number] => {
      const r = recesses.driveRadius[k * bins + ((bin + bins) % bins)];
      return [r * Math.cos(angleOf(bin, bins)), r * Math.sin(angleOf(bin, bins))];
    };
    const [before, after] = [place(j - 1), place(j + 1)];
    const side = Math.hypot(after[0] - before[0], after[1] - before[1]) / 2;
    perSlab.set(k, (perSlab.get(k) ?? 0) + side);
  }
  const longest = Math.max(...perSlab.values());
  return quantile(
    [...perSlab.values()].filter((side) => side > longest / 2),
    0.5,
  );
}
