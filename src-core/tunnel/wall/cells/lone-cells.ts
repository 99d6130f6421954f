import { median } from '../../../math/statistics.ts';

/** Points of a cell that may be strays all of them: grains of dust come one by one. */
const FEW_POINTS = 3;
/** Farther inside than this of what is about it, a cell of few points is no rock, m. */
const INSIDE = 0.08;
/** Cells about it to either side, and how many of these must be measured by more points. */
const REACH = 2;
const LEAST_ABOUT = 6;
/** In a hole it is compared with the line along the axis from wall to wall, up to this far away, m; relief is within this of it, m. */
const ALONG = 6;
const INSIDE_LINE = 0.2;

/** Rings of radii, 0 for unknown, and the points of each cell. */
interface CellPoints {
  readonly radius: Float64Array;
  readonly bins: number;
  readonly pointsOf: (cell: number) => number;
}

/**
 * Clears cells that a few strays measure: in the holes of a wall, and over water, a single grain of dust was taken for rock.
 * It lies well inside the cells about it, which many points measured, or inside the line between these along the axis.
 *
 * @param wall its radii are cleared in place
 * @param slab thickness of a slab, m
 * @returns 1 per cell that was cleared
 */
export function clearLoneCells(wall: CellPoints, slab: number): Uint8Array {
  const { radius, pointsOf } = wall;
  const lone = new Uint8Array(radius.length);
  for (let cell = 0; cell < radius.length; cell++) {
    if (radius[cell] === 0 || pointsOf(cell) > FEW_POINTS) continue;
    const about = radiiAbout(wall, cell);
    if (about.length >= LEAST_ABOUT) {
      if (median(about) - radius[cell] > INSIDE) lone[cell] = 1;
      continue;
    }
    const line = lineAlong(wall, cell, Math.round(ALONG / slab));
    if (line !== null && line - radius[cell] > INSIDE_LINE) lone[cell] = 1;
  }
  lone.forEach((isLone, cell) => {
    if (isLone === 1) radius[cell] = 0;
  });
  return lone;
}

const isSure = ({ radius, pointsOf }: CellPoints, cell: number): boolean =>
  radius[cell] > 0 && pointsOf(cell) > FEW_POINTS;

function radiiAbout(wall: CellPoints, cell: number): number[] {
  const { radius, bins } = wall;
  const j = cell % bins;
  const k = (cell - j) / bins;
  const about: number[] = [];
  for (let row = Math.max(0, k - REACH); row <= Math.min(radius.length / bins - 1, k + REACH); row++)
    for (let step = -REACH; step <= REACH; step++) {
      const other = row * bins + ((j + step + bins) % bins);
      if (isSure(wall, other)) about.push(radius[other]);
    }
  return about;
}

/** Radius on the line between the nearest cells of more points before and behind a cell; null: not on both sides. */
function lineAlong(wall: CellPoints, cell: number, reach: number): number | null {
  const { radius, bins } = wall;
  const [before, after] = [-1, 1].map((step) => {
    for (let n = 1; n <= reach; n++) {
      const other = cell + step * n * bins;
      if (other < 0 || other >= radius.length) return null;
      if (isSure(wall, other)) return { n, radius: radius[other] };
    }
    return null;
  });
  if (before === null || after === null) return null;
  return before.radius + (before.n / (before.n + after.n)) * (after.radius - before.radius);
}
