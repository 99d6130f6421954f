import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { CHUNK_POINTS, type CloudReader } from '../../../src-core/io/cloud/cloud-reader.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { pointsOf, textSource } from '../export/clouds.ts';

interface Read {
  points: number[][];
  reflectivity: number[];
  scanIndex: number[];
  scalars: number[][];
}

async function readAll(reader: CloudReader, names: readonly string[] = []): Promise<Read> {
  const read: Read = { points: [], reflectivity: [], scanIndex: [], scalars: names.map(() => []) };
  for await (const chunk of reader.chunks(names)) {
    read.points.push(...pointsOf(chunk));
    read.reflectivity.push(...(chunk.reflectivity ?? []));
    read.scanIndex.push(...(chunk.scanIndex ?? []));
    chunk.scalars?.forEach((values, i) => {
      read.scalars[i].push(...values);
    });
  }
  return read;
}

describe('a text of points', () => {
  const meant = [
    [1.5, 2, 3],
    [4, 5.25, 6],
  ];

  it.each([
    ['blanks', '1.5 2 3\n4 5.25 6\n'],
    ['tabs, blanks before', '\t1.5\t2\t3\n  4\t5.25\t6'],
    ['commas and blanks', '1.5, 2, 3\n4, 5.25, 6\n'],
    ['semicolons', '1.5;2;3\n4;5.25;6\n'],
    ['semicolons and a decimal comma', '1,5;2,0;3\n4;5,25;6,000\n'],
    ['blanks and a decimal comma', '1,5 2,0 3,0\n4,0 5,25 6,0\n'],
    ['tabs and a decimal comma', '1,5\t2\t3\n4\t5,25\t6\n'],
    ['names', 'X Y Z\n1.5 2 3\n4 5.25 6'],
    ['names in quotes', '"x","y","z"\n1.5,2,3\n4,5.25,6'],
    ['names with units, in another order', 'z [m];x (m);y (m)\n3;1.5;2\n6;4;5.25'],
    ['names of a surveyor', 'Punto,Norte,Este,Cota\nP1,2,1.5,3\nP2,5.25,4,6'],
    ['a title and names', 'Survey of the ramp\nid x y z\n1 1.5 2 3\n2 4 5.25 6'],
    ['the comment of CloudCompare', '//X Y Z\n1.5 2 3\n4 5.25 6'],
    ['a comment with names in another order', '# y x z\n2 1.5 3\n5.25 4 6'],
    ['a comment with fewer words than columns', '# north of the shaft\n1.5 2 3 7\n4 5.25 6 7'],
    ['a byte order mark, CRLF', '\ufeff1.5 2 3\r\n4 5.25 6\r\n'],
    ['an empty cell beside the coordinates', 'x,y,z,intensity\n1.5,2,3,\n4,5.25,6,9'],
  ])('with %s', async (_, text) => {
    const reader = await openCloud(textSource('a.txt', text));
    expect(reader.format).toBe('xyz');
    expect((await readAll(reader)).points).toEqual(meant);
  });

  it('keeps a northing of seven digits before the point to the tenth of a millimetre', async () => {
    const random = seededRandom(601);
    const points = Array.from({ length: 500 }, () => [
      `-${312_345 + random.below(9)}.${String(random.below(1000)).padStart(3, '0')}`,
      `912345${random.below(9)}.${String(random.below(1000)).padStart(3, '0')}`,
      `432${random.below(9)}.${String(random.below(1000)).padStart(3, '0')}`,
    ]);
    const { points: read } = await readAll(
      await openCloud(textSource('north.xyz', points.map((point) => point.join(' ')).join('\n'))),
    );
    read.forEach((point, i) => {
      for (let axis = 0; axis < 3; axis++) expect(point[axis]).toBeCloseTo(Number(points[i][axis]), 5);
    });
  });

  it('gives all its columns by name, the time in seconds', async () => {
    const text =
      'x y z Intensity gps_time ring\n1 2 3 0.5 1700000000123456789 7\n4 5 6 1 1700000001123456789 8\n';
    const reader = await openCloud(textSource('a.csv', text));
    expect(reader.scalarNames).toEqual(['x', 'y', 'z', 'Intensity', 'gps_time', 'ring']);
    expect(reader.timeName).toBe('gps_time');
    const { scalars, reflectivity } = await readAll(reader, ['ring', 'gps_time', 'Intensity']);
    expect(scalars[0]).toEqual([7, 8]);
    // Nanoseconds since 1970 in f64 are whole quarters of a microsecond.
    expect(scalars[1][0]).toBeCloseTo(1_700_000_000.123_457, 5);
    expect(scalars[1][1] - scalars[1][0]).toBeCloseTo(1, 6);
    expect(scalars[2]).toEqual([0.5, 1]);
    expect(reflectivity).toEqual([32768, 65535]);
  });

  it.each([
    ['seconds', ['0.5', '1.25'], [0.5, 1.25]],
    ['whole seconds, which a text may have', ['5', '6'], [5, 6]],
    ['seconds of a year', ['1700000000.5', '1700000001.5'], [1_700_000_000.5, 1_700_000_001.5]],
    ['milliseconds', ['1700000000500', '1700000001500'], [1_700_000_000.5, 1_700_000_001.5]],
    ['microseconds', ['1700000000500000', '1700000001500000'], [1_700_000_000.5, 1_700_000_001.5]],
    ['an empty first cell', ['', '1700000001500000'], [Number.NaN, 1_700_000_001.5]],
  ])('takes times as %s', async (_, times, meantTimes) => {
    const text = `x,y,z,time\n${times.map((time, i) => `${i},0,0,${time}`).join('\n')}`;
    const { scalars } = await readAll(await openCloud(textSource('a.csv', text)), ['time']);
    expect(scalars[0]).toEqual(meantTimes);
  });
});

describe('PTS', () => {
  it('has a count and the colours, and Leica intensities become positive', async () => {
    const reader = await openCloud(textSource('a.pts', '2\n1 2 3 -2048 10 20 30\n4 5 6 2047 40 50 60\n'));
    expect(reader.format).toBe('pts');
    expect(reader.scalarNames).toEqual(['x', 'y', 'z', 'intensity', 'red', 'green', 'blue']);
    const { points, reflectivity, scalars } = await readAll(reader, ['green', 'intensity']);
    expect(points).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(reflectivity).toEqual([0, 4095]);
    expect(scalars).toEqual([
      [20, 50],
      [-2048, 2047],
    ]);
  });

  it('may have several blocks, and more points than the last count says', async () => {
    const reader = await openCloud(
      textSource('a.pts', '2\r\n1 0 0 5\r\n2 0 0 5\r\n1\r\n3 0 0 5\r\n4 0 0 5\r\n'),
    );
    expect((await readAll(reader)).points.map(([x]) => x)).toEqual([1, 2, 3, 4]);
  });
});

describe('PTX', () => {
  const scan = (matrix: string, lines: string[], columns = 2, rows = lines.length / 2): string =>
    `${columns}\n${rows}\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n${matrix}\n${lines.join('\n')}\n`;
  const identity = '1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1';
  // Row vectors: x goes to y, y to -x.
  const turned = '0 1 0 0\n-1 0 0 0\n0 0 1 0\n500000.5 9123456.789 4000.25 1';
  const lines = ['1 0 0 0.5', '0 0 0 0.5', '0 1 0 1', '0 0 1 0'];

  it('of two scans is moved by their matrices, without its empty rays', async () => {
    const reader = await openCloud(textSource('a.ptx', scan(identity, lines) + scan(turned, lines)));
    expect(reader.format).toBe('ptx');
    expect(reader.count).toBe(8);
    const { points, scanIndex, reflectivity, scalars } = await readAll(reader, ['row', 'column']);
    const meant = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [500_000.5, 9_123_457.789, 4000.25],
      [499_999.5, 9_123_456.789, 4000.25],
      [500_000.5, 9_123_456.789, 4001.25],
    ];
    expect(points).toHaveLength(6);
    // One chunk about the first origin, so f32 half a metre apart at nine million: the scans are far from each other.
    points.slice(0, 3).forEach((point, i) => {
      expect(point).toEqual(meant[i]);
    });
    expect(scanIndex).toEqual([0, 0, 0, 1, 1, 1]);
    expect(reflectivity).toEqual([32768, 65535, 0, 32768, 65535, 0]);
    expect(scalars).toEqual([
      [0, 0, 1, 0, 0, 1],
      [0, 1, 1, 0, 1, 1],
    ]);
    expect(reader.scanPoses![0]!.t).toEqual(Float64Array.of(0, 0, 0));
    expect([...reader.scanPoses![1]!.R]).toEqual([0, -1, 0, 1, 0, 0, 0, 0, 1]);
    expect([...reader.scanPoses![1]!.t]).toEqual([500_000.5, 9_123_456.789, 4000.25]);
  });

  it('far from the origin keeps every millimetre', async () => {
    const reader = await openCloud(textSource('a.ptx', scan(turned, lines)));
    const { points } = await readAll(reader);
    expect(points[0][1]).toBeCloseTo(9_123_457.789, 6);
  });

  it('with colours, blank lines between its scans, CRLF and no end of line', async () => {
    const coloured = lines.map((line) => `${line} 1 2 3`);
    const text = `${scan(identity, coloured)}\n\n${scan(identity, coloured)}`
      .replaceAll('\n', '\r\n')
      .trimEnd();
    const { points, scalars } = await readAll(await openCloud(textSource('a.ptx', text)), ['blue']);
    expect(points).toHaveLength(6);
    expect(scalars[0]).toEqual([3, 3, 3, 3, 3, 3]);
  });

  it('that scales has no pose, but its points', async () => {
    const doubled = '2 0 0 0\n0 2 0 0\n0 0 2 0\n1 1 1 1';
    const reader = await openCloud(textSource('a.ptx', scan(doubled, lines)));
    expect(reader.scanPoses).toEqual([null]);
    expect((await readAll(reader)).points[0]).toEqual([3, 1, 1]);
  });

  it('of many small scans and one of more than a chunk (seed 602)', async () => {
    const random = seededRandom(602);
    const many = Array.from({ length: 300 }, (_, i) => scan(identity, [`${i + 1} 0 0 0.5`, '0 0 0 0'], 2, 1));
    const count = CHUNK_POINTS + 100;
    const large = scan(
      identity,
      Array.from({ length: count }, (_, i) => `${i + 1} ${random.uniform().toFixed(3)} 0 0.5`),
      2,
      count / 2,
    );
    const reader = await openCloud(textSource('a.ptx', many.join('') + large));
    const { points, scanIndex } = await readAll(reader);
    expect(points).toHaveLength(300 + count);
    expect(points.slice(0, 300).map(([x]) => x)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    expect(scanIndex.slice(0, 300)).toEqual(Array.from({ length: 300 }, (_, i) => i));
    expect(points.at(-1)![0]).toBe(count);
  });
});

describe('KITTI', () => {
  const records = (rows: number[][]): Uint8Array => new Uint8Array(Float32Array.from(rows.flat()).buffer);

  it('is read by its ending and its numbers', async () => {
    const rows = [
      [10, -2, 0.5, 0.25],
      [-20.5, 4, 1, 1],
    ];
    const reader = await openCloud(memorySource('000001.bin', records(rows)));
    expect(reader.format).toBe('kitti');
    expect(reader.count).toBe(2);
    const { points, reflectivity, scalars } = await readAll(reader, ['intensity']);
    expect(points).toEqual(rows.map((row) => row.slice(0, 3)));
    expect(reflectivity).toEqual([16384, 65535]);
    expect(scalars).toEqual([[0.25, 1]]);
  });

  const digits = new TextEncoder().encode('1.25 2.5 3.75 4\n'.repeat(64));
  it('is not taken for a text that happens to end in .bin', async () => {
    const reader = await openCloud(memorySource('points.bin', digits));
    expect(reader.format).toBe('xyz');
    expect((await readAll(reader)).points).toHaveLength(64);
  });
});
