import { median, orderStatistic } from '../../../math/statistics.ts';

/** Cell of a cluster: its row along the axis, and (slab, left, up) of its voxels, m from the axis. */
export interface ClusterCell {
  readonly row: number;
  readonly places: readonly number[];
  readonly points: number;
}

/** A line (duct, pipe, cable) is at least this long, m, and this much longer than thick. */
const LONG = 2.5;
const SLENDER = 2.5;
/** Its thickness is that of the thinner rows of the cluster: this share of them is thinner. */
const THIN_SHARE = 0.25;
/** A row that is thicker than the line by more than this has something else in it, m: what clusters may be apart. */
const BODY = 0.3;
/** Rows on either side of a body in which the line's place is read, and beyond its radius what belongs to it, m. */
const BESIDE = 8;
const ROUND = 0.1;

/** Extent of a row of cells across the axis, m. */
interface Row {
  readonly index: number;
  readonly cells: ClusterCell[];
  readonly left: number;
  readonly up: number;
  readonly thickness: number;
}

/**
 * Separates a cluster in which a line along the drive passes near something else, such as a cable over a vehicle: rows that
 * are as thin as the line's are the line; in the others what is on its straight continuation is, and the rest of them,
 * run by run, are bodies of their own.
 *
 * @param cellLength step of a row along the axis, m
 * @returns the cluster itself if it has no line, or nothing else
 */
export function splitCells(cells: readonly ClusterCell[], cellLength: number): (readonly ClusterCell[])[] {
  const rows = rowsOf(cells);
  const length = rows.length * cellLength;
  if (length < LONG) return [cells];
  const thin = orderStatistic(
    Float64Array.from(rows, ({ thickness }) => thickness),
    Math.floor(THIN_SHARE * (rows.length - 1)),
  );
  const isBody = rows.map(({ thickness }) => thickness > thin + BODY);
  const lineLength = isBody.filter((body) => !body).length * cellLength;
  if (!isBody.includes(true) || lineLength < Math.max(LONG, SLENDER * thin)) return [cells];
  const line: ClusterCell[] = [];
  const bodies: ClusterCell[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  rows.forEach((row, i) => {
    if (!isBody[i]) {
      line.push(...row.cells);
      return;
    }
    const at = lineAt(rows, isBody, i);
    const onLine = (cell: ClusterCell): boolean => {
      const { left, up } = middleOf(cell.places);
      return Math.max(Math.abs(left - at.left), Math.abs(up - at.up)) < thin / 2 + ROUND;
    };
    line.push(...row.cells.filter(onLine));
    const others = row.cells.filter((cell) => !onLine(cell));
    if (others.length === 0) return;
    if (bodies.length === 0 || (row.index - last) * cellLength > BODY) bodies.push([]);
    bodies[bodies.length - 1].push(...others);
    last = row.index;
  });
  return [line, ...bodies];
}

/** Rows in order along the axis. */
function rowsOf(cells: readonly ClusterCell[]): Row[] {
  const byRow = new Map<number, ClusterCell[]>();
  for (const cell of cells) {
    const row = byRow.get(cell.row);
    if (row === undefined) byRow.set(cell.row, [cell]);
    else row.push(cell);
  }
  return [...byRow]
    .sort(([a], [b]) => a - b)
    .map(([index, own]) => {
      const { left, up, thickness } = middleOf(own.flatMap(({ places }) => places));
      return { index, cells: own, left, up, thickness };
    });
}

/** Middle and greater extent across the axis. @param places (slab, left, up) */
function middleOf(places: readonly number[]): { left: number; up: number; thickness: number } {
  const [low, high] = [
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ];
  for (let i = 0; i < places.length; i += 3)
    for (const k of [0, 1]) {
      low[k] = Math.min(low[k], places[i + 1 + k]);
      high[k] = Math.max(high[k], places[i + 1 + k]);
    }
  return {
    left: (low[0] + high[0]) / 2,
    up: (low[1] + high[1]) / 2,
    thickness: Math.max(high[0] - low[0], high[1] - low[1]),
  };
}

/** Place of the line in a row with a body: between those before and behind it, or of one side where it ends there. */
function lineAt(rows: readonly Row[], isBody: readonly boolean[], i: number): { left: number; up: number } {
  const sides = [-1, 1].flatMap((step) => {
    const near: Row[] = [];
    for (let k = i + step; k >= 0 && k < rows.length && near.length < BESIDE; k += step)
      if (!isBody[k]) near.push(rows[k]);
    if (near.length === 0) return [];
    const of = (value: (row: Row) => number): number => median(near.map(value));
    return [{ index: of((row) => row.index), left: of((row) => row.left), up: of((row) => row.up) }];
  });
  const [before, after] = [sides[0], sides[sides.length - 1]];
  const share =
    after.index === before.index ? 0 : (rows[i].index - before.index) / (after.index - before.index);
  return {
    left: before.left + share * (after.left - before.left),
    up: before.up + share * (after.up - before.up),
  };
}
