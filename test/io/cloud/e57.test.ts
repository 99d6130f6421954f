import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { CHUNK_POINTS, type CloudReader, readWholeCloud } from '../../../src-core/io/cloud/cloud-reader.ts';
import { openE57 } from '../../../src-core/io/cloud/e57/e57-reader.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { tiered } from '../../support/tier.ts';
import { pointsOf } from '../export/clouds.ts';
import { type BuiltField, type BuiltFile, type BuiltScan, bitsOf, buildE57, doubles } from './e57-builder.ts';

function open(file: BuiltFile): ReturnType<typeof openE57> {
  return openE57(memorySource('scan.e57', buildE57(file)));
}

/** The scalars of all points. */
async function scalarsOf(reader: CloudReader, names: readonly string[]): Promise<number[][]> {
  const values: number[][] = names.map(() => []);
  for await (const chunk of reader.chunks(names))
    chunk.scalars!.forEach((of, i) => {
      values[i].push(...of);
    });
  return values;
}

const FIELD_LIMITS: [string, bigint | undefined, bigint | undefined][] = [
  ['nothing, as all are alike', -7n, -7n],
  ['1 bit', 0n, 1n],
  ['3 bits', -3n, 4n],
  ['8 bits', 0n, 255n],
  ['11 bits, of which not all values are used', -1000n, 900n],
  ['16 bits', 0n, 65535n],
  ['31 bits', -1n, 2n ** 31n - 3n],
  ['32 bits', -(2n ** 31n), 2n ** 31n - 1n],
  ['33 bits', 0n, 2n ** 33n - 1n],
  ['41 bits', 5n, 2n ** 41n],
  ['53 bits', 0n, 2n ** 53n - 1n],
  ['54 bits', -(2n ** 53n), 2n ** 53n - 1n],
  ['63 bits', 0n, 2n ** 63n - 1n],
  ['64 bits, its limits left out', undefined, undefined],
];

describe('E57 of every type of number (seed 571)', () => {
  const count = 61;
  const points = Array.from({ length: count }, (_, i) => [i, i / 4, 5 - i]);
  const lengths = tiered([1, 2, 3, 5, 7, 64, 8000], [3, 8000]);

  it.each(FIELD_LIMITS)('integers of %s, cut at any byte', async (_, minimum, maximum) => {
    const random = seededRandom(571);
    const field: BuiltField = { name: 'odd', type: 'integer', minimum, maximum, stored: [] };
    const bits = BigInt(bitsOf(field));
    const range = (maximum ?? 2n ** 63n - 1n) - (minimum ?? -(2n ** 63n)) + 1n;
    const stored = Array.from({ length: count }, (_, i) => {
      const wide = (BigInt(random.below(2 ** 32)) << 32n) | BigInt(random.below(2 ** 32));
      if (i < 2) return i === 0 ? 0n : range - 1n;
      return bits === 0n ? 0n : wide % range;
    });
    for (const length of lengths) {
      const cut = Array.from({ length: 600 }, () => [...[8, 8, 8].map((one) => one * 61), length]);
      const reader = await open({
        scans: [{ fields: [...doubles(points), { ...field, stored }], count, cut }],
      });
      const [values] = await scalarsOf(reader, ['odd']);
      expect(values).toEqual(stored.map((value) => Number(value + (minimum ?? -(2n ** 63n)))));
    }
  });

  it('scaled integers, with scale and offset and without', async () => {
    const stored = Array.from({ length: count }, (_, i) => i * 16);
    const field = { type: 'scaled' as const, minimum: -50n, maximum: 2n ** 20n, stored };
    const reader = await open({
      scans: [
        {
          count,
          fields: [
            { ...field, name: 'cartesianX', scale: 0.0001, offset: 9_123_456 },
            { ...field, name: 'cartesianY', scale: 0.001 },
            { ...field, name: 'cartesianZ' },
          ],
        },
      ],
    });
    pointsOf(await readWholeCloud(reader)).forEach(([x, y, z], i) => {
      const raw = i * 16 - 50;
      expect(x).toBeCloseTo(raw * 0.0001 + 9_123_456, 6);
      expect(y).toBeCloseTo(raw * 0.001, 6);
      expect(z).toBe(raw);
    });
  });

  it('single and double floats, whatever bytes of them a packet ends with', async () => {
    const singles = points.map(([x]) => Math.fround(x / 3));
    const named = doubles(points);
    for (const length of lengths) {
      const cut = Array.from({ length: 200 }, (_, i) => [length + (i % 3), length, 8000, length + 1]);
      const reader = await open({
        scans: [
          {
            count,
            cut,
            between: [0, 2, 0],
            fields: [...named, { name: 'temperature', type: 'single', stored: singles }],
          },
        ],
      });
      expect(reader.count).toBe(count);
      expect(pointsOf(await readWholeCloud(reader))).toEqual(points);
      expect(await scalarsOf(reader, ['temperature', 'cartesianY'])).toEqual([
        singles,
        points.map(([, y]) => y),
      ]);
    }
  });

  it('passes over strings, and over fields of extensions that nobody asks for', async () => {
    const reader = await open({
      scans: [
        {
          count: 3,
          fields: [
            { name: 'ext:note', type: 'string', stored: ['a', 'longer', ''] },
            ...doubles(points),
            { name: 'ext:number', type: 'integer', minimum: 0n, maximum: 5n, stored: [1, 2, 5] },
          ],
        },
      ],
    });
    expect(reader.scalarNames).toEqual(['cartesianX', 'cartesianY', 'cartesianZ', 'ext:number']);
    expect(pointsOf(await readWholeCloud(reader))).toEqual(points.slice(0, 3));
  });

  it('more points than a chunk holds', async () => {
    const many = CHUNK_POINTS + 4711;
    const stored = Array.from({ length: many }, (_, i) => i);
    const field = { type: 'scaled' as const, minimum: 0n, maximum: 2n ** 17n, scale: 0.25, stored };
    const reader = await open({
      scans: [
        { count: many, fields: ['X', 'Y', 'Z'].map((axis) => ({ ...field, name: `cartesian${axis}` })) },
      ],
    });
    let at = 0;
    for await (const chunk of reader.chunks())
      for (const [x, y, z] of pointsOf(chunk)) {
        if (x !== at / 4 || y !== x || z !== x) throw new Error(`point ${at} is ${x} ${y} ${z}`);
        at++;
      }
    expect(at).toBe(many);
  });
});

describe('E57 scans', () => {
  const three: BuiltScan = {
    count: 3,
    fields: doubles([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]),
  };
  const pose = (w: number, x: number, y: number, z: number, t: number[]): string =>
    `<pose type="Structure"><rotation type="Structure"><w type="Float">${w}</w><x type="Float">${x}</x><y type="Float">${y}</y><z type="Float">${z}</z></rotation><translation type="Structure"><x type="Float">${t[0]}</x><y type="Float">${t[1]}</y><z type="Float">${t[2]}</z></translation></pose>`;

  it('are moved by their poses into one cloud, which knows the scan of each point', async () => {
    // A quarter turn about z takes x to y and y to -x; a half turn about x turns y and z.
    const quarter = Math.SQRT1_2;
    const reader = await open({
      scans: [
        { ...three, xml: pose(quarter, 0, 0, quarter, [-312_345.5, 9_123_456.75, 4_321.25]) },
        { ...three, xml: pose(0, 2, 0, 0, [0, 0, 0]) },
        three,
      ],
    });
    const cloud = await readWholeCloud(reader);
    const meant = [
      [-312_345.5, 9_123_457.75, 4_321.25],
      [-312_346.5, 9_123_456.75, 4_321.25],
      [-312_345.5, 9_123_456.75, 4_322.25],
      [1, 0, 0],
      [0, -1, 0],
      [0, 0, -1],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    // f32 about the first origin, nine million metres from the other scans: half a metre there.
    const near: number[][] = [];
    for await (const chunk of reader.chunks()) near.push(...pointsOf(chunk));
    near.forEach((point, i) => {
      for (let axis = 0; axis < 3; axis++) expect(point[axis]).toBeCloseTo(meant[i][axis], 7);
    });
    expect([...cloud.scanIndex!]).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
    expect(reader.scanPoses!.map((one) => one && [...one.t])).toEqual([
      [-312_345.5, 9_123_456.75, 4_321.25],
      [0, 0, 0],
      null,
    ]);
    expect(reader.scanPoses![1]!.R[4]).toBeCloseTo(-1, 12);
    expect(reader.announcedBounds).toBeNull();
  });

  it('of spherical coordinates are places, invalid ones are left out', async () => {
    const angles = [
      [2, 0, 0, 0],
      [2, Math.PI / 2, 0, 0],
      [2, 0, Math.PI / 6, 0],
      [0, 1, 1, 1],
      [0, 0, 0, 2],
    ];
    const reader = await open({
      scans: [
        {
          count: 5,
          fields: [
            ...['Range', 'Azimuth', 'Elevation'].map((name, i) => ({
              name: `spherical${name}`,
              type: 'double' as const,
              stored: angles.map((of) => of[i]),
            })),
            {
              name: 'sphericalInvalidState',
              type: 'integer',
              minimum: 0n,
              maximum: 2n,
              stored: angles.map((of) => of[3]),
            },
          ],
        },
      ],
    });
    expect(reader.count).toBe(5);
    const points = pointsOf(await readWholeCloud(reader));
    const meant = [
      [2, 0, 0],
      [0, 2, 0],
      [Math.sqrt(3), 0, 1],
    ];
    expect(points).toHaveLength(3);
    points.forEach((point, i) => {
      for (let axis = 0; axis < 3; axis++) expect(point[axis]).toBeCloseTo(meant[i][axis], 6);
    });
  });

  it('give times from the start of their acquisition, and none where they are invalid', async () => {
    const timed = (start: string, stamps: number[]): BuiltScan => ({
      ...three,
      xml: start,
      fields: [
        ...three.fields,
        { name: 'timeStamp', type: 'double', stored: stamps },
        { name: 'isTimeStampInvalid', type: 'integer', minimum: 0n, maximum: 1n, stored: [0, 1, 0] },
      ],
    });
    const start = (seconds: number): string =>
      `<acquisitionStart type="Structure"><dateTimeValue type="Float">${seconds}</dateTimeValue></acquisitionStart>`;
    const scans = [timed(start(1e9), [0, 1, 2]), timed(start(2e9), [0.5, 1.5, 2.5])];
    const reader = await open({ scans });
    expect(reader.timeName).toBe('timeStamp');
    expect(await scalarsOf(reader, ['timeStamp'])).toEqual([
      [1e9, Number.NaN, 1e9 + 2, 2e9 + 0.5, Number.NaN, 2e9 + 2.5],
    ]);
    // Without the start of one scan, times of both would be of two clocks.
    const half = await open({ scans: [scans[0], timed('', [7, 8, 9])] });
    expect(await scalarsOf(half, ['timeStamp'])).toEqual([[0, Number.NaN, 2, 7, Number.NaN, 9]]);
  });

  const intensity = (field: Omit<BuiltField, 'name'>, limits = ''): BuiltScan => ({
    ...three,
    xml: limits,
    fields: [...three.fields, { ...field, name: 'intensity' }],
  });
  const limits = (low: number, high: number): string =>
    `<intensityLimits type="Structure"><intensityMinimum type="Float">${low}</intensityMinimum><intensityMaximum type="Float">${high}</intensityMaximum></intensityLimits>`;
  it.each<[string, BuiltScan, number[]]>([
    [
      'integers within 16 bits are kept',
      intensity({ type: 'integer', minimum: 0n, maximum: 2047n, stored: [0, 17, 2047] }),
      [0, 17, 2047],
    ],
    [
      'floats go from their limits to 16 bits',
      intensity({ type: 'single', stored: [-1, 0, 3] }, limits(-1, 3)),
      [0, 16384, 65535],
    ],
    [
      'floats without limits from 0 to 1',
      intensity({ type: 'double', stored: [0, 0.5, 2] }),
      [0, 32768, 65535],
    ],
    [
      'negative integers from the limits of the field',
      intensity({ type: 'integer', minimum: -2048n, maximum: 2047n, stored: [0, 2048, 4095] }),
      [0, 32776, 65535],
    ],
  ])('intensity: %s', async (_, scan, meant) => {
    const cloud = await readWholeCloud(await open({ scans: [scan] }));
    expect([...cloud.reflectivity!]).toEqual(meant);
  });

  it('an invalid intensity is none; a name that a scan lacks is no number', async () => {
    const dark: BuiltScan = {
      ...three,
      fields: [
        ...three.fields,
        { name: 'intensity', type: 'integer', minimum: 0n, maximum: 255n, stored: [1, 2, 3] },
        { name: 'isIntensityInvalid', type: 'integer', minimum: 0n, maximum: 1n, stored: [0, 1, 0] },
        { name: 'rowIndex', type: 'integer', minimum: 0n, maximum: 9n, stored: [4, 5, 6] },
      ],
    };
    const reader = await open({ scans: [dark, three] });
    expect(await scalarsOf(reader, ['rowIndex'])).toEqual([[4, 5, 6, Number.NaN, Number.NaN, Number.NaN]]);
    const first: number[] = [];
    for await (const chunk of reader.chunks()) first.push(...(chunk.reflectivity ?? []));
    expect(first).toEqual([1, 0, 3]);
  });

  it('without points, and points that are all alike, are read', async () => {
    const alike = (count: number): BuiltField[] =>
      ['X', 'Y', 'Z'].map((axis, i) => ({
        name: `cartesian${axis}`,
        type: 'scaled',
        minimum: BigInt(i),
        maximum: BigInt(i),
        scale: 0.5,
        stored: Array(count).fill(0),
      }));
    const reader = await open({
      scans: [
        { count: 0, fields: alike(0) },
        { count: 2, fields: alike(2) },
      ],
    });
    const cloud = await readWholeCloud(reader);
    expect(pointsOf(cloud)).toEqual([
      [0, 0.5, 1],
      [0, 0.5, 1],
    ]);
    expect([...cloud.scanIndex!]).toEqual([1, 1]);
  });
});
