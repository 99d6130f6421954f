import { quaternionOf, rotationOf } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';
import { formatSeconds, formatTum, parseSeconds, parseTum } from '../tables/tum.ts';
import { METRE_DIGITS, type PoseFormatCode, ROTATION_DIGITS, TEXT_ROUNDING, textOf } from './pose-format.ts';

const POSE_COMMENT =
  'stamp tx ty tz qx qy qz qw: pose of the sensor at the first column of each scan, sensor clock, metres';

/** Text of `trajectory.tum`. */
export function tumText(poses: Parameters<typeof formatTum>[0]): string {
  return formatTum(poses, [POSE_COMMENT]);
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const metres = (value: number): string => value.toFixed(METRE_DIGITS);
const turn = (value: number): string => value.toFixed(ROTATION_DIGITS);

/** TUM trajectory: stamp, position, quaternion. */
export const TUM: PoseFormatCode = {
  rounding: TEXT_ROUNDING,
  files: async (poses) => [bytesOf(tumText(poses))],
  read: async ([source]) => parseTum(await textOf(source), source.name),
};

/**
 * KITTI odometry poses (Geiger et al. 2012): the first three rows of the matrix of each pose, 12 numbers a line, and a file
 * of the stamps, a number of seconds a line.
 */
export const KITTI: PoseFormatCode = {
  rounding: TEXT_ROUNDING,
  files: async (poses) => [
    bytesOf(poses.map(({ T_map_sensor }) => `${rowsOf(T_map_sensor)}\n`).join('')),
    bytesOf(poses.map(({ stampNs }) => `${formatSeconds(stampNs)}\n`).join('')),
  ],
  async read([matrices, times]) {
    const lines = async (source: typeof matrices): Promise<string[]> => (await textOf(source)).split('\n');
    const [rows, stamps] = [await lines(matrices), await lines(times)];
    if (rows.pop() !== '' || stamps.pop() !== '' || rows.length !== stamps.length)
      throw new Error(`${rows.length} poses have ${stamps.length} stamps`);
    return rows.map((row, i) => {
      const m = numbersOf(row.split(' '), 12, i + 1);
      return {
        stampNs: stampOf(stamps[i], i + 1),
        T_map_sensor: {
          R: Float64Array.of(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]),
          t: Float64Array.of(m[3], m[7], m[11]),
        },
      };
    });
  },
};

function rowsOf({ R: rotation, t }: Rigid): string {
  const R = rotationOf(quaternionOf(rotation));
  return [0, 1, 2]
    .map((i) => [...R.subarray(3 * i, 3 * i + 3)].map(turn).concat(metres(t[i])).join(' '))
    .join(' ');
}

const POSE_COLUMNS = ['scan', 'stamp', 'easting', 'northing', 'elevation', 'qx', 'qy', 'qz', 'qw'];
const AXES = ['e', 'n', 'z', 'rx', 'ry', 'rz'];
/** Upper triangle of the covariance. */
const COVARIANCE_COLUMNS = AXES.flatMap((row, i) => AXES.slice(i).map((column) => `cov_${row}_${column}`));

/**
 * CSV: scan, stamp in seconds, position, quaternion, and where it is known the upper triangle of the covariance, m and rad,
 * in the axes of the map.
 */
export const POSES_CSV: PoseFormatCode = {
  rounding: TEXT_ROUNDING,
  async files(poses) {
    const has = poses.length > 0 && poses.every(({ covariance }) => covariance !== null);
    const rows = poses.map(({ scanIndex, stampNs, T_map_sensor: { R, t }, covariance }) =>
      [
        scanIndex,
        formatSeconds(stampNs),
        ...[...t].map(metres),
        ...quaternionOf(R).map(turn),
        ...(has ? upperTriangle(covariance!).map((value) => value.toExponential(12)) : []),
      ].join(','),
    );
    const head = [...POSE_COLUMNS, ...(has ? COVARIANCE_COLUMNS : [])].join(',');
    return [bytesOf(`${[head, ...rows].join('\n')}\n`)];
  },
  async read([source]) {
    const [head, ...rows] = (await textOf(source)).split('\n');
    if (rows.pop() !== '') throw new Error('the last line is cut');
    const columns = head.split(',');
    const has = columns.length > POSE_COLUMNS.length;
    if (columns.join() !== [...POSE_COLUMNS, ...(has ? COVARIANCE_COLUMNS : [])].join())
      throw new Error(`columns ${head.slice(0, 60)}`);
    return rows.map((row, i) => {
      const words = row.split(',');
      const [scanIndex, , x, y, z, ...rest] = numbersOf(words, columns.length, i + 2);
      const [qx, qy, qz, qw] = rest;
      return {
        scanIndex,
        stampNs: stampOf(words[1], i + 2),
        T_map_sensor: { R: rotationOf([qx, qy, qz, qw]), t: Float64Array.of(x, y, z) },
        covariance: has ? fullMatrix(rest.slice(4)) : null,
      };
    });
  },
};

function upperTriangle(matrix: Float64Array): number[] {
  return AXES.flatMap((_, i) => [...matrix.subarray(7 * i, 6 * i + 6)]);
}

function fullMatrix(upper: readonly number[]): Float64Array {
  const matrix = new Float64Array(36);
  let next = 0;
  for (let i = 0; i < 6; i++)
    for (let j = i; j < 6; j++) {
      matrix[6 * i + j] = matrix[6 * j + i] = upper[next];
      next++;
    }
  return matrix;
}

function numbersOf(words: readonly string[], count: number, line: number): number[] {
  const numbers = words.map((word) => (word === '' ? Number.NaN : Number(word)));
  if (numbers.length !== count || !numbers.every(Number.isFinite))
    throw new Error(`line ${line}: ${words.join(' ').slice(0, 60)}`);
  return numbers;
}

function stampOf(text: string, line: number): bigint {
  const stamp = parseSeconds(text);
  if (stamp === null) throw new Error(`line ${line}: ${text.slice(0, 60)}`);
  return stamp;
}
