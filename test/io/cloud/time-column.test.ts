import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import type { CloudReader } from '../../../src-core/io/cloud/cloud-reader.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';

interface Field {
  /** Of PCD: size and type. Of PLY: the name of the type. */
  readonly pcd: readonly [size: 1 | 2 | 4 | 8, type: 'I' | 'U' | 'F'];
  readonly ply: string | null;
  put(view: DataView, at: number, value: number | bigint): void;
}

const F32: Field = {
  pcd: [4, 'F'],
  ply: 'float',
  put: (view, at, value) => view.setFloat32(at, Number(value), true),
};
const F64: Field = {
  pcd: [8, 'F'],
  ply: 'double',
  put: (view, at, value) => view.setFloat64(at, Number(value), true),
};
const U32: Field = {
  pcd: [4, 'U'],
  ply: 'uint',
  put: (view, at, value) => view.setUint32(at, Number(value), true),
};
const U64: Field = {
  pcd: [8, 'U'],
  ply: null,
  put: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
};
const U8: Field = {
  pcd: [1, 'U'],
  ply: 'uchar',
  put: (view, at, value) => view.setUint8(at, Number(value)),
};

type Column = readonly [name: string, field: Field, values: readonly (number | bigint)[]];

/** Rows of x y z and the columns. */
function rows(columns: readonly Column[]): { bytes: Uint8Array; count: number; all: readonly Column[] } {
  const count = columns[0][2].length;
  const places = ['x', 'y', 'z'].map(
    (name, axis): Column => [name, F32, Array.from({ length: count }, (_, i) => 10 * axis + i)],
  );
  const all = [...places, ...columns];
  const stride = all.reduce((sum, [, { pcd }]) => sum + pcd[0], 0);
  const bytes = new Uint8Array(stride * count);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (let i = 0; i < count; i++)
    for (const [, field, values] of all) {
      field.put(view, at, values[i]);
      at += field.pcd[0];
    }
  return { bytes, count, all };
}

function file(name: string, header: string, bytes: Uint8Array): Promise<CloudReader> {
  return openCloud(memorySource(name, new Uint8Array(Buffer.concat([Buffer.from(header), bytes]))));
}

function pcd(columns: readonly Column[]): Promise<CloudReader> {
  const { bytes, count, all } = rows(columns);
  const list = (of: (column: Column) => string | number): string => all.map(of).join(' ');
  const header = `VERSION 0.7\nFIELDS ${list(([name]) => name)}\nSIZE ${list(([, { pcd }]) => pcd[0])}\nTYPE ${list(([, { pcd }]) => pcd[1])}\nCOUNT ${list(() => 1)}\nWIDTH ${count}\nHEIGHT 1\nDATA binary\n`;
  return file('a.pcd', header, bytes);
}

function ply(columns: readonly Column[]): Promise<CloudReader> {
  const { bytes, count, all } = rows(columns);
  const header = `ply\nformat binary_little_endian 1.0\nelement vertex ${count}\n${all.map(([name, { ply }]) => `property ${ply} ${name}\n`).join('')}end_header\n`;
  return file('a.ply', header, bytes);
}

async function scalarsOf(reader: CloudReader, names: readonly string[]): Promise<number[][]> {
  const values: number[][] = names.map(() => []);
  for await (const { scalars } of reader.chunks(names))
    scalars!.forEach((of, i) => {
      values[i].push(...of);
    });
  return values;
}

const TIMES: [string, Column, number[]][] = [
  [
    'nanoseconds of a scan, as Ouster drivers write',
    ['t', U32, [0, 50_000_000, 99_999_744]],
    [0, 0.05, 0.099_999_744],
  ],
  ['seconds of a scan, as Velodyne drivers write', ['time', F32, [-0.125, 0, 0.5]], [-0.125, 0, 0.5]],
  [
    'seconds since 1970, as Hesai drivers write',
    ['timestamp', F64, [1.7e9, 1.7e9 + 0.5]],
    [1.7e9, 1.7e9 + 0.5],
  ],
  [
    'nanoseconds since 1970 in f64, as Livox drivers write',
    ['timestamp', F64, [1.7e18, 1.7e18 + 5e8]],
    [1.7e9, 1.7e9 + 0.5],
  ],
  ['GPS seconds', ['GpsTime', F64, [4.5e5, 4.5e5 + 0.25]], [4.5e5, 4.5e5 + 0.25]],
  ['zeros of a real column', ['time', F64, [0, 0]], [0, 0]],
];

describe('the time of points', () => {
  it.each(TIMES)('in a PCD: %s', async (_, column, seconds) => {
    const reader = await pcd([column]);
    expect(reader.timeName).toBe(column[0]);
    expect(await scalarsOf(reader, [column[0]])).toEqual([seconds]);
  });

  it.each(TIMES)('in a PLY: %s', async (_, column, seconds) => {
    const reader = await ply([['ring', U8, column[2].map((__, i) => i)], column]);
    expect(reader.timeName).toBe(column[0]);
    expect(await scalarsOf(reader, [column[0], 'ring'])).toEqual([seconds, seconds.map((__, i) => i)]);
  });

  it('in a PCD: nanoseconds since 1970 of 64 bits', async () => {
    const reader = await pcd([['timestamp', U64, [1_700_000_000_000_000_000n, 1_700_000_000_500_000_000n]]]);
    expect(await scalarsOf(reader, ['timestamp'])).toEqual([[1.7e9, 1.7e9 + 0.5]]);
  });

  it('is the usual name if several could be it, and none if none could', async () => {
    const two: Column[] = [
      ['t', U32, [1, 2]],
      ['timestamp', F64, [5, 6]],
    ];
    expect((await pcd(two)).timeName).toBe('timestamp');
    const reader = await pcd([['temperature', F32, [1, 2]]]);
    expect(reader.timeName).toBeNull();
    expect(reader.scalarNames).toEqual(['x', 'y', 'z', 'temperature']);
  });

  it('leaves fields of several values, and gaps, out of the names', async () => {
    const header =
      'VERSION 0.7\nFIELDS x y z _ normal ring\nSIZE 4 4 4 1 4 2\nTYPE F F F U F U\nCOUNT 1 1 1 4 3 1\nWIDTH 1\nHEIGHT 1\nDATA binary\n';
    const bytes = new Uint8Array(12 + 4 + 12 + 2);
    new DataView(bytes.buffer).setUint16(28, 513, true);
    const reader = await file('a.pcd', header, bytes);
    expect(reader.scalarNames).toEqual(['x', 'y', 'z', 'ring']);
    expect(await scalarsOf(reader, ['ring'])).toEqual([[513]]);
  });
});
