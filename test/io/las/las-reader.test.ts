import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import type { CloudReader } from '../../../src-core/io/cloud/cloud-reader.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { extraDescriptor, type RawPoint, rawLas } from './las-file.ts';

const SEED = 171;

function randomPoints(count: number, seed = SEED): RawPoint[] {
  const random = seededRandom(seed);
  const signed = (range: number): number => random.below(2 * range) - range;
  return Array.from({ length: count }, () => ({
    units: [signed(2 ** 30), signed(2 ** 30), signed(2 ** 30)],
    intensity: random.below(65_536),
    returnNumber: random.below(8),
    returns: random.below(8),
    classification: random.below(32),
    angle: signed(90),
    userData: random.below(256),
    source: random.below(65_536),
    time: 1e9 * random.uniform(),
    colour: [random.below(65_536), random.below(65_536), random.below(65_536)],
    nir: random.below(65_536),
  }));
}

/** All numbers of all points, by name. */
async function tableOf(reader: CloudReader): Promise<Map<string, number[]>> {
  const names = reader.scalarNames!;
  const table = new Map(names.map((name) => [name, [] as number[]]));
  for await (const chunk of reader.chunks(names)) {
    names.forEach((name, k) => {
      table.get(name)!.push(...chunk.scalars![k].subarray(0, chunk.count));
    });
    // The places of the cloud are those of the scalars, to the step of f32 about the chunk's origin.
    for (let axis = 0; axis < 3; axis++)
      for (let i = 0; i < chunk.count; i++) {
        const local = chunk.scalars![axis][i] - chunk.origin[axis];
        expect(chunk.xyz[3 * i + axis]).toBe(Math.fround(local));
      }
  }
  return table;
}

describe(`LAS of every version and point format (seed ${SEED})`, () => {
  const cases = [0, 1, 2, 3, 4].flatMap((minor) =>
    Array.from({ length: [2, 2, 4, 6, 11][minor] }, (_, format) => ({ minor, format })),
  );
  it.each(cases)('1.$minor, format $format', async ({ minor, format }) => {
    const points = randomPoints(50);
    const file = rawLas({
      minor: minor as 0,
      format,
      points,
      scale: [0.001, 0.0005, 0.01],
      offset: [352_118, 9_001_447, -4213],
    });
    const reader = await openCloud(memorySource('any.las', file));
    expect([reader.format, reader.count]).toEqual(['las', 50]);
    const table = await tableOf(reader);
    const meant: Record<string, (point: RawPoint) => number> = {
      x: ({ units }) => units[0] * 0.001 + 352_118,
      y: ({ units }) => units[1] * 0.0005 + 9_001_447,
      z: ({ units }) => units[2] * 0.01 - 4213,
      intensity: ({ intensity }) => intensity,
      return_number: ({ returnNumber }) => returnNumber,
      number_of_returns: ({ returns }) => returns,
      classification: ({ classification }) => classification,
      scan_angle: ({ angle }) => (format >= 6 ? angle * 0.006 : angle),
      user_data: ({ userData }) => userData,
      point_source_id: ({ source }) => source,
    };
    if (format >= 6) meant.scanner_channel = () => 0;
    if (format >= 6 || [1, 3, 4, 5].includes(format)) meant.gps_time = ({ time }) => time;
    if ([2, 3, 5, 7, 8, 10].includes(format))
      ['red', 'green', 'blue'].forEach((name, c) => {
        meant[name] = ({ colour }) => colour[c];
      });
    if ([8, 10].includes(format)) meant.nir = ({ nir }) => nir;
    expect([...table.keys()].sort()).toEqual(Object.keys(meant).sort());
    for (const [name, value] of Object.entries(meant)) expect(table.get(name)).toEqual(points.map(value));
    expect(reader.timeName ?? null).toBe('gps_time' in meant ? 'gps_time' : null);
  });

  it('takes the count from the old field of a 1.4 where the new one is zero, and from both where they agree', async () => {
    const file = rawLas({ minor: 4, format: 1, points: randomPoints(7), legacy: true });
    expect((await openCloud(memorySource('both.las', file))).count).toBe(7);
    new DataView(file.buffer).setBigUint64(247, 0n, true);
    expect((await openCloud(memorySource('old.las', file))).count).toBe(7);
  });

  it('has no time where all times are zero', async () => {
    const points = randomPoints(5).map((point) => ({ ...point, time: 0 }));
    const reader = await openCloud(memorySource('zero.las', rawLas({ minor: 2, format: 1, points })));
    expect(reader.timeName).toBeNull();
    expect(reader.scalarNames).toContain('gps_time');
  });
});

describe('extra bytes', () => {
  it('are read by name, type, scale, offset and the value that means none', async () => {
    const values = [
      { range: 12_345, amplitude: -5, wide: -(2n ** 40n), ratio: 0.25, pair: [7, 9] },
      { range: 65_535, amplitude: 99, wide: 2n ** 50n, ratio: -1e9, pair: [0, 255] },
    ];
    const points = randomPoints(2).map((point, i): RawPoint => {
      const extra = new Uint8Array(20);
      const view = new DataView(extra.buffer);
      view.setUint16(0, values[i].range, true);
      view.setInt8(2, values[i].amplitude);
      view.setBigInt64(6, values[i].wide, true);
      view.setFloat32(14, values[i].ratio, true);
      extra.set(values[i].pair, 18);
      return { ...point, extra };
    });
    const payload = new Uint8Array(6 * 192);
    [
      extraDescriptor('range', 3, { scale: 0.001, offset: 100 }),
      extraDescriptor('amplitude', 2, { none: 99n }),
      extraDescriptor('', 0, { undocumented: 3 }),
      extraDescriptor('wide', 8),
      extraDescriptor('ratio', 9),
      extraDescriptor('pair', 11),
    ].forEach((descriptor, i) => {
      payload.set(descriptor, 192 * i);
    });
    const vlrs = [{ userId: 'LASF_Spec', recordId: 4, payload }];
    for (const evlr of [false, true]) {
      const file = rawLas({
        minor: 4,
        format: 6,
        extraBytes: 20,
        points,
        ...(evlr ? { evlrs: vlrs } : { vlrs }),
      });
      const table = await tableOf(await openCloud(memorySource('extra.las', file)));
      expect(table.get('range')).toEqual([112.345, 165.535]);
      expect(table.get('amplitude')).toEqual([-5, Number.NaN]);
      expect(table.get('wide')).toEqual([-(2 ** 40), 2 ** 50]);
      expect(table.get('ratio')).toEqual([0.25, -1e9]);
      expect([table.get('pair[0]'), table.get('pair[1]')]).toEqual([
        [7, 0],
        [9, 255],
      ]);
    }
  });
});

describe('the coordinate system of a LAS', () => {
  const encoded = (text: string): Uint8Array => new TextEncoder().encode(`${text}\0`);
  const keys = (...values: number[]): Uint8Array =>
    new Uint8Array(Uint16Array.of(1, 1, 0, values.length / 4, ...values).buffer);
  const projected = (unit: string): string =>
    `COMPD_CS["a (b)",PROJCS["NAD83 / California zone 3 (ftUS)",GEOGCS["NAD83",DATUM["x",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["y"],PARAMETER["false_easting",6561666.667],${unit},AXIS["X",EAST]],VERT_CS["NAVD88",VERT_DATUM["z",2005],UNIT["metre",1]]]`;
  it.each([
    ['metres', projected('UNIT["metre",1,AUTHORITY["EPSG","9001"]]'), 1],
    ['US survey feet', projected('UNIT["US survey foot",0.3048006096012192]'), 0.3048006096012192],
    ['feet', projected('UNIT["foot",0.3048]'), 0.3048],
    [
      'WKT 2, unit of the axes',
      'PROJCRS["UTM 19S",BASEGEOGCRS["WGS 84",DATUM["W",ELLIPSOID["W",6378137,298.25,LENGTHUNIT["metre",1]]],PRIMEM["G",0,ANGLEUNIT["degree",0.0174532925199433]]],CONVERSION["c",METHOD["m"],PARAMETER["False easting",500000,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["(E)",east,ORDER[1],LENGTHUNIT["foot",0.3048]],AXIS["(N)",north,ORDER[2],LENGTHUNIT["foot",0.3048]],ID["EPSG",32719]]',
      0.3048,
    ],
    [
      'degrees',
      'GEOGCS["WGS 84",DATUM["d",SPHEROID["s",6378137,298.2]],UNIT["degree",0.0174532925199433]]',
      null,
    ],
    ['a text that breaks off', 'PROJCS["half', null],
    ['brackets without end', `${'PROJCS['.repeat(20_000)}`, null],
  ])('by WKT: %s', async (_, wkt, metres) => {
    const record = { userId: 'LASF_Projection', recordId: 2112, payload: encoded(wkt) };
    const points = randomPoints(1);
    const inside = rawLas({ minor: 4, format: 6, points, evlrs: [record] });
    expect((await openCloud(memorySource('a.las', inside))).crs).toMatchObject({
      wkt,
      linearUnitMetres: metres,
    });
  });

  it.each([
    ['metre', keys(1024, 0, 1, 1, 3076, 0, 1, 9001), 1],
    ['foot', keys(3076, 0, 1, 9002), 0.3048],
    ['US survey foot', keys(3076, 0, 1, 9003), 1200 / 3937],
    ['a size of its own', keys(3076, 0, 1, 32_767, 3077, 34_736, 1, 1), 0.9144],
    ['no unit', keys(1024, 0, 1, 2), null],
    ['a size that is not there', keys(3077, 34_736, 1, 9), null],
  ])('by GeoTIFF keys: %s', async (_, payload, metres) => {
    const vlrs = [
      { userId: 'LASF_Projection', recordId: 34_735, payload },
      {
        userId: 'LASF_Projection',
        recordId: 34_736,
        payload: new Uint8Array(Float64Array.of(6_378_137, 0.9144).buffer),
      },
    ];
    const file = rawLas({ minor: 2, format: 0, points: randomPoints(1), vlrs });
    expect((await openCloud(memorySource('a.las', file))).crs).toMatchObject({
      wkt: null,
      linearUnitMetres: metres,
    });
  });

  it('is null where the file states none', async () => {
    const file = rawLas({ minor: 2, format: 0, points: randomPoints(1) });
    expect((await openCloud(memorySource('a.las', file))).crs).toBeNull();
  });
});

describe('LAZ that LASzip wrote', () => {
  it.each([
    ['extrabytes.laz', 'extrabytes.las'],
    ['point-color.laz', 'point-color.las'],
    ['point-time-1.4.laz', 'point-time.las'],
  ])('%s has the points of %s, number by number', async (laz, las) => {
    const open = (name: string): Promise<CloudReader> =>
      openCloud(memorySource(name, readFileSync(join(import.meta.dirname, 'samples', name))));
    const [packed, plain] = [await open(laz), await open(las)];
    expect([packed.format, packed.count, packed.timeName]).toEqual(['laz', plain.count, plain.timeName]);
    expect(await tableOf(packed)).toEqual(await tableOf(plain));
  });
});
