/** How the lines of a text are poses of a trajectory. */
export interface PoseLayout {
  readonly format: 'TUM' | 'KITTI' | 'EuRoC' | 'CSV';
  /** Column of the stamp; -1: the file has none. */
  readonly stamp: number;
  /** Columns of x, y, z. */
  readonly place: readonly [number, number, number];
  /** Columns of the quaternion x, y, z, w; null: the nine numbers of a rotation stand with the place, row by row. */
  readonly turn: readonly [number, number, number, number] | null;
  /** Stamps in a second. */
  readonly perSecond: 1 | 1e3 | 1e6 | 1e9;
}

/** A quaternion or a row of a rotation may be off its length by this: texts round to six digits, some to three. */
const UNIT_TOLERANCE = 2e-3;
const TUM_COLUMNS = 8;
const KITTI_COLUMNS = 12;
/** How far the rows of a matrix may be from those of a rotation: some programs write poses that they never made one again. */
const MATRIX_TOLERANCE = 0.1;
/** Rows that are asked whether they are poses. */
const ASKED = 64;

/** Words of a line of a table, whatever separates them. */
export function poseWords(line: string): string[] {
  return line
    .trim()
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
}

/**
 * Recognises the lines of a trajectory by what a pose is, a position with a unit quaternion or a rotation matrix, and not by
 * the count of its columns alone; null: they are none, such as points with normals. Names of columns, in a comment or not,
 * tell their order; without them a line is one of TUM (time, x y z, quaternion x y z w), of KITTI (a matrix of 3 rows and 4
 * columns) or of EuRoC (nanoseconds, x y z, quaternion w x y z, perhaps more).
 *
 * @param text whose last line may be cut
 * @param most rows that are asked
 */
export function poseLayout(text: string, most = ASKED): PoseLayout | null {
  const lines = text.split(/\r\n|\r|\n/);
  // A line that ends with the text may be cut.
  lines.pop();
  let names: readonly string[] = [];
  const rows: string[][] = [];
  for (const line of lines) {
    const bare = line.trim().replace(/^(?:#|\/\/|%)+/, '');
    if (bare.trim() === '') continue;
    const isComment = bare !== line.trim();
    const words = poseWords(bare);
    const isNumeric = words.every((word) => Number.isFinite(Number(word)));
    if (isComment || (!isNumeric && rows.length === 0)) {
      if (!isNumeric && rows.length === 0) names = namesOf(bare);
      continue;
    }
    if (!isNumeric) return null;
    rows.push(words);
    if (rows.length === most) break;
  }
  const [first] = rows;
  if (first === undefined || rows.some(({ length }) => length !== first.length)) return null;
  const numbers = rows.map((row) => row.map(Number));
  return byNames(names, rows, numbers) ?? byShape(rows, numbers);
}

/** Names of columns without case; a unit in brackets stays in the original for the stamps. */
function namesOf(line: string): string[] {
  return line
    .split(/[,;]|\s+(?![[(])/)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}

const STAMP = /^(?:#?time|timestamp|stamp|t|sec|secs|seconds|time_?s|timestamp_?(?:s|ns)|time_?ns)$/;
const PLACE = (axis: string, other: string): RegExp =>
  new RegExp(`^(?:[pt]?_?${axis}|${axis}|(?:pos|position|p|t|p_rs_r)[._]?${axis}|${other})$`);
const TURN = (axis: string): RegExp =>
  new RegExp(`^(?:q_?${axis}|q_rs_${axis}|(?:quat|quaternion|rot|orientation)[._]?${axis})$`);

function byNames(
  names: readonly string[],
  rows: readonly string[][],
  numbers: readonly number[][],
): PoseLayout | null {
  if (names.length !== rows[0].length) return null;
  const plain = names.map((name) => name.replace(/\s*[[(].*$/, ''));
  const at = (pattern: RegExp): number => plain.findIndex((name) => pattern.test(name));
  const turn = ['x', 'y', 'z', 'w'].map((axis) => at(TURN(axis)));
  const place = [at(PLACE('x', 'easting')), at(PLACE('y', 'northing')), at(PLACE('z', 'elevation'))];
  const stamp = at(STAMP);
  if ([...turn, ...place, stamp].some((column) => column < 0) || !areUnits(numbers, turn)) return null;
  const isEuroc = plain.includes('p_rs_r_x');
  const isNanoseconds = /\[ns\]|_ns$/.test(names[stamp]) || isEuroc;
  const isTum = names.length === TUM_COLUMNS && [stamp, ...place, ...turn].every((column, i) => column === i);
  return {
    format: isEuroc ? 'EuRoC' : isTum ? 'TUM' : 'CSV',
    stamp,
    place: place as [number, number, number],
    turn: turn as [number, number, number, number],
    perSecond: isNanoseconds ? 1e9 : perSecondOf(rows, stamp),
  };
}

function byShape(rows: readonly string[][], numbers: readonly number[][]): PoseLayout | null {
  const columns = rows[0].length;
  if (columns === KITTI_COLUMNS && numbers.every(isMatrix))
    return { format: 'KITTI', stamp: -1, place: [3, 7, 11], turn: null, perSecond: 1 };
  const isForwards = numbers.every((row, i) => i === 0 || row[0] >= numbers[i - 1][0]);
  if (!isForwards || columns < TUM_COLUMNS || !areUnits(numbers, [4, 5, 6, 7])) return null;
  const perSecond = perSecondOf(rows, 0);
  const isEuroc = perSecond === 1e9 && rows.every(([stamp]) => /^\d+$/.test(stamp));
  if (isEuroc) return { format: 'EuRoC', stamp: 0, place: [1, 2, 3], turn: [5, 6, 7, 4], perSecond };
  if (columns > TUM_COLUMNS) return null;
  return { format: 'TUM', stamp: 0, place: [1, 2, 3], turn: [4, 5, 6, 7], perSecond: 1 };
}

function areUnits(rows: readonly number[][], columns: readonly number[]): boolean {
  return rows.every(
    (row) => Math.abs(Math.hypot(...columns.map((column) => row[column])) - 1) < UNIT_TOLERANCE,
  );
}

/** True for the rows of a rotation that is no mirror image, each with a coordinate behind it. */
function isMatrix(m: readonly number[]): boolean {
  const row = (i: number): readonly number[] => m.slice(4 * i, 4 * i + 3);
  const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const isOrthonormal = [0, 1, 2].every((i) =>
    [0, 1, 2].every((j) => Math.abs(dot(row(i), row(j)) - (i === j ? 1 : 0)) < MATRIX_TOLERANCE),
  );
  const [a, b, c] = [row(0), row(1), row(2)];
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return isOrthonormal && dot(cross, c) > 0;
}

/** Stamps since 1970 tell their unit by their size; others are seconds. */
function perSecondOf(rows: readonly string[][], column: number): PoseLayout['perSecond'] {
  const last = Math.abs(Number(rows[rows.length - 1][column]));
  if (last > 1e17) return 1e9;
  if (last > 1e14) return 1e6;
  return last > 1e11 ? 1e3 : 1;
}
