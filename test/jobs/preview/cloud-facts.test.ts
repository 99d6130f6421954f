import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GPS_ZERO } from '../../../src-core/io/cloud/cloud-reader.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { formatMessage } from '../../../src-core/messages/message.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { cloudDoubts, cloudEntries, describeCloud } from '../../../src-main/jobs/preview/cloud-facts.ts';
import { previewCloud } from '../../../src-main/jobs/preview/preview-cloud.ts';
import { buildE57, doubles } from '../../io/cloud/e57-builder.ts';
import { PLAIN_POINT, rawLas } from '../../io/las/las-file.ts';
import { temporaryFolder } from '../../project/fixtures.ts';

type Point = [number, number, number];

const point = ([x, y, z]: Point, time: number) => ({
  ...PLAIN_POINT,
  units: [Math.round(x * 1000), Math.round(y * 1000), Math.round(z * 1000)] as Point,
  intensity: 7,
  time,
});

/** Points in the box of a straight level drive, about a place. */
function drive(
  count: number,
  seed: number,
  [east, north, up]: Point = [0, 0, 0],
  size: Point = [40, 4.4, 3.4],
) {
  const { uniform } = seededRandom(seed);
  return Array.from(
    { length: count },
    (): Point => [east + size[0] * uniform(), north + size[1] * uniform(), up + size[2] * uniform()],
  );
}

/** Text of points in another unit. */
function xyz(points: readonly Point[], factor = 1): string {
  return `${points.map((one) => one.map((value) => (factor * value).toFixed(4)).join(' ')).join('\n')}\n`;
}

async function described(name: string, content: Uint8Array | string) {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  const { cloud, damage } = await describeCloud(path, Number.POSITIVE_INFINITY, SILENT_CONTEXT);
  return { path, cloud, damage, doubts: cloudDoubts(cloud).map(({ code }) => code), facts: factsOf(cloud) };
}

function factsOf(cloud: Parameters<typeof cloudEntries>[0]): Record<string, string> {
  return Object.fromEntries(
    cloudEntries(cloud).flatMap(([label, value]) =>
      value === null ? [] : [[label, typeof value === 'object' ? formatMessage(value, 'en') : String(value)]],
    ),
  );
}

describe('a LAS', () => {
  // 2026-03-01 12:00:00 UTC, as adjusted standard GPS time.
  const NOON = Date.UTC(2026, 2, 1, 12) / 1000;
  const wkt = 'PROJCS["WGS 84 / UTM zone 18S",GEOGCS["WGS 84"],UNIT["metre",1]]';
  const ORIGIN: Point = [456_000, 8_123_000, 4000];
  const points = drive(2000, 1, [456_789, 8_123_456, 4210]);
  const file = rawLas({
    minor: 4,
    format: 6,
    offset: ORIGIN,
    points: points.map(([x, y, z], i) =>
      point([x - ORIGIN[0], y - ORIGIN[1], z - ORIGIN[2]], NOON - GPS_ZERO - 1e9 + ((i * 37) % 2000)),
    ),
    evlrs: [
      { userId: 'LASF_Projection', recordId: 2112, payload: new TextEncoder().encode(`${wkt}\0`) },
      { userId: 'copc', recordId: 1, payload: new Uint8Array(160) },
    ],
  });
  file.set(new TextEncoder().encode('GeoSLAM'), 26);
  file.set(new TextEncoder().encode('Hub 6.2'), 58);
  const view = new DataView(file.buffer);
  view.setUint16(6, 17, true);
  view.setUint16(90, 61, true);
  view.setUint16(92, 2026, true);

  it('tells its version, writer, system, times, and the box of its points, seed 1', async () => {
    const { cloud, facts, doubts } = await described('map.las', file);
    const box = [Math.min, Math.max].map((pick) =>
      [0, 1, 2].map((k) => Number(pick(...points.map((one) => one[k])).toFixed(3))),
    );
    for (let k = 0; k < 3; k++) {
      // f32 about a near origin.
      expect(cloud.bounds!.min[k]).toBeCloseTo(box[0][k], 4);
      expect(cloud.bounds!.max[k]).toBeCloseTo(box[1][k], 4);
    }
    expect(cloud).toMatchObject({
      format: 'las',
      announced: 2000,
      look: { points: 2000, leftOut: 0, isWhole: true },
      unit: { metres: 1, by: 'crs' },
      crs: { name: 'WGS 84 / UTM zone 18S', wkt },
      time: { name: 'gps_time' },
      stations: [],
    });
    expect(facts).toMatchObject({
      format: 'LAS 1.4, PDRF 6, COPC',
      'written by': 'Hub 6.2, GeoSLAM',
      // The 61st day of a year that is no leap year is 2 March.
      'written on': '2026-03-02',
      points: '2000',
      unit: '1 m, as its coordinate system states',
      grid: 'WGS 84 / UTM zone 18S',
      time: '33 min 19 s by gps_time, from 2026-03-01 12:00:00 UTC',
    });
    expect(cloud.attributes).toContain('intensity');
    expect(cloud.attributes).not.toContain('x');
    expect(doubts).toEqual([]);
  });

  it('of which the points cannot be read is still described by its header', async () => {
    const bytes = file.slice();
    // One record is thrown far out of the box of the header, as a flipped bit does.
    new DataView(bytes.buffer).setInt32(375 + 1500 * 30, 2_000_000_000, true);
    const { cloud, damage, facts } = await described('map.las', bytes);
    expect(damage?.message).toContain('point 1500');
    expect(cloud.look).toBeNull();
    expect(facts).toMatchObject({ points: '2000', grid: 'WGS 84 / UTM zone 18S' });
  });
});

describe('an E57', () => {
  it('tells its stations with poses, points and scanner, and is in metres by its standard', async () => {
    const sensor =
      '<sensorVendor type="String">FARO</sensorVendor><sensorModel type="String">Focus S70</sensorModel><sensorSerialNumber type="String">LLS08</sensorSerialNumber>';
    const pose =
      '<pose type="Structure"><translation type="Structure"><x type="Float">10</x><y type="Float">20</y><z type="Float">3</z></translation></pose>';
    const bytes = buildE57({
      scans: [
        { fields: doubles(drive(300, 2)), count: 300, xml: `${sensor}${pose}` },
        { fields: doubles(drive(200, 3)), count: 200 },
      ],
      editXml: (xml) =>
        xml.replace(
          /<data3D/,
          `<e57LibraryVersion type="String">Scene 7</e57LibraryVersion><coordinateMetadata type="String">PROJCS["UTM 19S"]</coordinateMetadata><creationDateTime type="Structure"><dateTimeValue type="Float">${Date.UTC(2026, 2, 1, 12) / 1000 - GPS_ZERO}</dateTimeValue></creationDateTime><data3D`,
        ),
    });
    const { cloud, facts, doubts } = await described('scans.e57', bytes);
    expect(cloud.stations).toMatchObject([
      { position: [10, 20, 3], points: 300, sensor: 'FARO Focus S70 LLS08' },
      { position: null, points: 200, sensor: null },
    ]);
    expect(facts).toMatchObject({
      format: 'E57 1.0',
      'written by': 'Scene 7',
      'written on': '2026-03-01',
      stations: '2, 1 with a pose',
      unit: 'metres, as the format prescribes',
      grid: 'UTM 19S',
      normals: 'none',
    });
    expect(doubts).toEqual([]);
  });

  it('of another program names the library that wrote it', async () => {
    const name = 'translationWithoutRotation.e57';
    const bytes = readFileSync(new URL(`../../io/cloud/data/${name}`, import.meta.url));
    expect((await described(name, bytes)).facts['written by']).toContain('pye57-0.4.17');
  });
});

describe('other formats', () => {
  it('PLY: normals, and the program that its comment names', async () => {
    const ply = `ply\nformat ascii 1.0\ncomment Created by CloudCompare v2.12\nelement vertex 1\n${['x', 'y', 'z', 'nx', 'ny', 'nz'].map((name) => `property float ${name}\n`).join('')}end_header\n1 2 3 0 0 1\n`;
    expect((await described('a.ply', ply)).facts).toMatchObject({
      format: 'PLY 1.0, ascii',
      'written by': 'CloudCompare v2.12',
      normals: 'one per point, not needed',
    });
  });

  it('PCD: version and encoding', async () => {
    const pcd =
      'VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n1 2 3\n';
    expect((await described('a.pcd', pcd)).facts.format).toBe('PCD .7, ascii');
  });

  it('a text: counts what is no point, and says what its times may be', async () => {
    const { cloud, facts, doubts } = await described(
      'a.csv',
      `x,y,z,time\n0,0,0,5\n${xyz(drive(50, 4)).replaceAll(' ', ',').replaceAll('\n', ',7.5\n')}nan,1,2,900\n`,
    );
    expect(cloud.look).toMatchObject({ points: 51, leftOut: 1, times: [5, 7.5] });
    expect(facts.points).toBe('51; 1 more rows without a point');
    expect(facts.time).toBe('2.5 s by time, from 5.000 to 7.500 s of an unknown clock');
    expect(doubts).toContain('cloud-unit-assumed');
  });

  it('a PTX whose matrix mirrors is warned of, with the station', async () => {
    const station = (mirror: number) =>
      ['1', '2', '0 0 0', '1 0 0', '0 1 0', '0 0 1', `${mirror} 0 0 0`, '0 1 0 0', '0 0 1 0', '5 6 7 1'].join(
        '\n',
      );
    const rows = '1 2 3 0.5\n0 0 0 0.5\n';
    const { cloud, doubts, facts } = await described(
      'a.ptx',
      `${station(1)}\n${rows}${station(-1)}\n${rows}`,
    );
    expect(doubts).toContain('cloud-mirrored');
    expect(facts.stations).toBe('2, 1 with a pose');
    expect(cloud.stations.map(({ mirrors, points }) => [mirrors, points])).toEqual([
      [false, 1],
      [true, 1],
    ]);
    const [mirrored] = cloudDoubts(cloud).filter(({ code }) => code === 'cloud-mirrored');
    expect(mirrored.remark.message).toMatch(/^The matrix of station 2 of a\.ptx is a mirror image/);
  });
});

describe('what is odd about a cloud, seed 5', () => {
  const here = drive(5000, 5);
  const inGrid = drive(5000, 5, [456_789, 8_123_456, 4210]);
  const odd = async (content: string) =>
    (await described('a.xyz', content)).doubts.filter((code) => code !== 'cloud-unit-assumed');

  it('nothing about a drive in metres, local or in a grid', async () => {
    expect(await odd(xyz(here))).toEqual([]);
    expect(await odd(xyz(inGrid))).toEqual([]);
    // A decline of 300 m in a curve, whose box has no side as short as a drive.
    expect(await odd(xyz(drive(50_000, 6, [0, 0, 0], [210, 180, 40])))).toEqual([]);
  });

  it.each([
    ['millimetres', 1000],
    ['feet', 1 / 0.3048],
  ])('a local drive in %s', async (unit, factor) => {
    const { cloud, doubts } = await described('a.xyz', xyz(here, factor));
    expect(doubts).toContain('cloud-unit-doubt');
    const { message } = cloudDoubts(cloud).find(({ code }) => code === 'cloud-unit-doubt')!.remark;
    expect(message).toContain(`as if its unit were ${unit}`);
    // The box without its outermost points, in metres again.
    expect(message).toMatch(/then it would be (39\.9\d|40\.00) × 4\.\d\d × 3\.\d\d m/);
  });

  it.each([
    ['millimetres', 1000],
    ['feet', 1 / 0.3048],
  ])('a grid in %s, whose northing no grid has in metres', async (_, factor) => {
    expect(await odd(xyz(inGrid, factor))).toContain('cloud-unit-doubt');
  });

  it('northings before eastings, which mirror the drive', async () => {
    expect(await odd(xyz(inGrid.map(([x, y, z]): Point => [y, x, z])))).toEqual(['cloud-axes-swapped']);
  });

  it('a point far outside, and how far', async () => {
    const { cloud, doubts } = await described('a.xyz', xyz([...here, [20, 2, 750]]));
    expect(doubts).toContain('cloud-strays-far');
    const { message } = cloudDoubts(cloud).find(({ code }) => code === 'cloud-strays-far')!.remark;
    // The uniform points end within some millimetres of 3.4 m.
    expect(message).toMatch(/up to 747 m outside/);
  });

  it('degrees instead of lengths', async () => {
    const wkt = 'GEOGCS["WGS 84",UNIT["degree",0.0174532925199433]]';
    const record = { userId: 'LASF_Projection', recordId: 2112, payload: new TextEncoder().encode(wkt) };
    const points = here.slice(0, 10).map((one) => point(one, 1));
    const { doubts } = await described('a.las', rawLas({ minor: 4, format: 6, points, evlrs: [record] }));
    expect(doubts).toEqual(['cloud-degrees']);
  });

  it('no point at all', async () => {
    expect((await described('a.csv', 'x,y,z\n')).doubts).toContain('cloud-no-points');
  });
});

describe('the preview of a cloud', () => {
  it('shows the facts and the doubts of info', async () => {
    const { path, cloud } = await described('a.xyz', xyz(drive(3000, 7), 1000));
    const preview = await previewCloud(path, {}, SILENT_CONTEXT);
    expect(Object.fromEntries(preview.facts.map(({ label, message }) => [label, message]))).toEqual(
      factsOf(cloud),
    );
    expect(preview.problems.map(({ code, blocks }) => [code, blocks])).toEqual([
      ['cloud-unit-assumed', false],
      ['cloud-unit-doubt', false],
    ]);
  });

  it('reads a part of a large one, and says so', async () => {
    const path = join(temporaryFolder(), 'a.xyz');
    writeFileSync(path, xyz(drive(200_000, 8)));
    const { cloud } = await describeCloud(path, 1000, SILENT_CONTEXT);
    expect(cloud.look).toMatchObject({ isWhole: false, leftOut: null });
    expect(factsOf(cloud).points).toMatch(/^at least \d+$/);
    expect(cloud.look!.points).toBeLessThan(200_000);
  });
});
