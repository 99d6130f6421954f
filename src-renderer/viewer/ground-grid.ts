import { niceStep, ticks } from '../../src-core/report/figures/scale.ts';
import { metresPerPixel, project, type View, type ViewSize } from './camera.ts';
import type { Vector } from './vector.ts';

/** Level rectangle, map frame, m. */
interface GroundArea {
  readonly low: readonly [east: number, north: number];
  readonly high: readonly [east: number, north: number];
  readonly elevation: number;
}

/** Grid on the ground: lines of constant east and north. */
interface GroundGrid extends GroundArea {
  /** m, 1, 2 or 5 times a power of ten. */
  readonly spacing: number;
}

/** Coordinate of a line of the grid, where it leaves the picture. */
export interface GridLabel {
  /** 0: the line has this east (X); 1: this north (Y). */
  readonly axis: 0 | 1;
  readonly value: number;
  /** CSS px. */
  readonly x: number;
  readonly y: number;
}

/** Part of the picture, CSS px from its left and top. */
interface PictureBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Least distance of two lines at the pivot, px. */
const LEAST_PIXELS = 70;
/** Lines to either side of the pivot. */
const MOST_LINES = 60;
/** Around the sensor path, m: the walls of a drive and what is next to them. */
const MARGIN = 10;
/** From the lowest place of the sensor to below the floor, m. */
const UNDER_SENSOR = 2;
/** Room that a label takes to the right of its place and above it, px. */
const LABEL = { width: 84, height: 18 } as const;
const NEAREST = 0.05;

/** Ground under a sensor path, at a whole metre; null without a path. @param path 3 numbers per place, map frame */
export function groundUnder(path: Float64Array): GroundArea | null {
  if (path.length < 3) return null;
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity];
  for (let i = 0; i < path.length; i++) {
    least[i % 3] = Math.min(least[i % 3], path[i]);
    if (i % 3 < 2) most[i % 3] = Math.max(most[i % 3], path[i]);
  }
  return {
    low: [least[0] - MARGIN, least[1] - MARGIN],
    high: [most[0] + MARGIN, most[1] + MARGIN],
    elevation: Math.floor(least[2] - UNDER_SENSOR),
  };
}

/**
 * Grid for a view: spaced by what it shows at the pivot, over the ground but no more than 60 lines to a side of the
 * pivot. Null if the pivot is so far away that none of it would lie on the ground.
 */
export function gridFor(view: View, size: ViewSize, ground: GroundArea): GroundGrid | null {
  const spacing = niceStep(LEAST_PIXELS * metresPerPixel(view, size, view.distance));
  const reach = MOST_LINES * spacing;
  const low = [0, 1].map((k) => {
    const held = Math.max(ground.low[k], view.target[k] - reach);
    return spacing * Math.floor(held / spacing);
  });
  const high = [0, 1].map((k) => {
    const held = Math.min(ground.high[k], view.target[k] + reach);
    return spacing * Math.ceil(held / spacing);
  });
  if (high[0] <= low[0] || high[1] <= low[1]) return null;
  return { low: [low[0], low[1]], high: [high[0], high[1]], elevation: ground.elevation, spacing };
}

interface GridLine {
  readonly axis: 0 | 1;
  readonly value: number;
  readonly from: Vector;
  readonly to: Vector;
}

function linesOf({ low, high, elevation, spacing }: GroundGrid): GridLine[] {
  const easts = ticks(low[0], high[0], spacing).map((value): GridLine => {
    return { axis: 0, value, from: [value, low[1], elevation], to: [value, high[1], elevation] };
  });
  const norths = ticks(low[1], high[1], spacing).map((value): GridLine => {
    return { axis: 1, value, from: [low[0], value, elevation], to: [high[0], value, elevation] };
  });
  return [...easts, ...norths];
}

/** Segments of a grid for `Lines.ends`, 6 numbers each. */
export function gridPieces(grid: GroundGrid): Float64Array {
  return Float64Array.from(linesOf(grid).flatMap(({ from, to }) => [...from, ...to]));
}

/**
 * Coordinates of a grid at the edges of the picture: those of east at the lower ends of their lines, those of north at
 * the left ones. One that would cover another is left out.
 *
 * @param margin of the picture that stays free, px
 * @param taken parts of the picture that have something else in them
 */
export function gridLabels(
  grid: GroundGrid,
  view: View,
  size: ViewSize,
  margin: number,
  taken: readonly PictureBox[] = [],
): GridLabel[] {
  const labels: GridLabel[] = [];
  for (const { axis, value, from, to } of linesOf(grid)) {
    const seen = seenPart(view, size, from, to, margin);
    if (seen === null) continue;
    const [a, b] = seen;
    const [x, y] = (axis === 0 ? a[1] > b[1] : a[0] < b[0]) ? a : b;
    if (x + LABEL.width > size.width || y < LABEL.height) continue;
    const isCovered = labels.some(
      (other) => Math.abs(other.x - x) < LABEL.width && Math.abs(other.y - y) < LABEL.height,
    );
    const isTaken = taken.some(
      ({ left, top, right, bottom }) =>
        x < right && x + LABEL.width > left && y > top && y - LABEL.height < bottom,
    );
    if (!isCovered && !isTaken) labels.push({ axis, value, x, y });
  }
  return labels;
}

type Place = readonly [x: number, y: number];

/** Ends of the part of a segment that lies in the picture; null: none does. */
function seenPart(
  view: View,
  size: ViewSize,
  from: Vector,
  to: Vector,
  margin: number,
): [Place, Place] | null {
  let [start, finish] = [from, to];
  if (view.projection === 'perspective') {
    const [a, b] = [project(view, size, from).depth, project(view, size, to).depth];
    if (Math.max(a, b) <= NEAREST) return null;
    const at = (share: number) =>
      from.map((value, k) => value + share * (to[k] - value)) as unknown as Vector;
    if (a < NEAREST) start = at((NEAREST - a) / (b - a));
    if (b < NEAREST) finish = at((a - NEAREST) / (a - b));
  }
  const [p, q] = [project(view, size, start), project(view, size, finish)];
  let [first, last] = [0, 1];
  // Liang and Barsky: each edge of the picture leaves a share of the segment.
  for (const [at, by, most] of [
    [p.x, q.x - p.x, size.width],
    [p.y, q.y - p.y, size.height],
  ]) {
    for (const [room, out] of [
      [at - margin, -by],
      [most - margin - at, by],
    ]) {
      if (out === 0 && room < 0) return null;
      if (out < 0) first = Math.max(first, room / out);
      if (out > 0) last = Math.min(last, room / out);
    }
  }
  if (first >= last) return null;
  const along = (share: number): Place => [p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)];
  return [along(first), along(last)];
}
