import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatDesign } from '../../src-core/io/cad/design-file.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../src-core/io/cloud/export-map.ts';
import { exportMeshes } from '../../src-core/io/mesh/export-meshes.ts';
import { controlPointsCsv } from '../../src-core/io/tables/control-points-csv.ts';
import { formatTum } from '../../src-core/io/tables/tum.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { rotationOf } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { EXPORT_DRAWINGS_DEFAULTS, exportDrawings } from '../../src-core/report/drawing/export-drawings.ts';
import { buildE57, doubles } from '../io/cloud/e57-builder.ts';
import { asBinary, asText, type Group } from '../io/drawings.ts';
import { memoryFolder, pointsOf, randomCloud, streamOf } from '../io/export/clouds.ts';
import { drawnDrive } from '../io/export/drawn-drive.ts';
import {
  concat,
  ethernet,
  ipv4,
  ipv4Fragments,
  linuxCooked,
  pcap,
  pcapngBlocks,
  udp,
} from '../io/frame-builders.ts';
import { PLAIN_POINT, type RawPoint, rawLas } from '../io/las/las-file.ts';
import { livoxDrive, livoxMessages } from '../io/livox-drive.ts';
import { cloudMessages, rayPoints } from '../io/logs/cloud-messages.ts';
import { mcapOf, rosBagOf, writeDb3 } from '../io/logs/log-writers.ts';
import { lz4Frame } from '../io/logs/lz4-writer.ts';
import { packetMessages } from '../io/logs/ouster-drive.ts';
import { driveMeshes, NOTES } from '../io/mesh/drive-meshes.ts';
import { osfFile } from '../io/osf-writer.ts';
import {
  acceleratedImuPacket,
  imuPacket,
  type LidarOptions,
  lidarPacket,
  metadataOf,
  stampOf,
} from '../io/packet-builders.ts';
import { importAll } from '../io/reading.ts';
import { vlpCapture, vlpScans } from '../io/velodyne-drive.ts';
import { summedZstd } from './mended-sums.ts';
import type { ReaderName } from './readers.ts';

/** A small whole file, and the reader that mutants of it go to. */
export interface SeedFile {
  readonly reader: ReaderName;
  /** With the ending that the reader goes by. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of a capture that does not hold it. */
  readonly metadata?: string;
  /** Damage to words and lines too. */
  readonly isText: boolean;
}

/** Columns 0 to 127 of 1024: a turn of eight packets. */
const WINDOW = [0, 127];
const PACKETS_A_TURN = 8;
const FRAMES = [1, 2, 3];
/** That `ipv4` sends from and to. */
const ADDRESSES = [192, 168, 1, 9, 192, 168, 1, 2];
const LEGACY = metadataOf(16, { data_format: { column_window: WINDOW, pixels_per_column: 16 } });
const CHECKED_PROFILE = 'RNG19_RFL8_SIG16_NIR16';
const CHECKED = metadataOf(16, {
  initialization_id: 9,
  data_format: {
    udp_profile_lidar: CHECKED_PROFILE,
    udp_profile_imu: 'ACCEL32_GYRO32_NMEA',
    pixels_per_column: 16,
    column_window: WINDOW,
  },
});

/**
 * Small whole files of every format that the program reads, 40 bytes to 200 kB: made by its own writers and simulator and by
 * the writers of the tests, and the small files of other programs beside the tests.
 *
 * @param shared folder of real data, of which the small files are taken too; null: none
 */
export async function seedFiles(shared: string | null = null): Promise<SeedFile[]> {
  return [
    ...(await captures()),
    ...(await logs()),
    ...(await clouds()),
    ...textClouds(),
    ...(await drawings()),
    ...(await solids()),
    ...tables(),
    ...(shared === null ? [] : realMetadata(shared)),
  ];
}

function turns(options: Partial<LidarOptions>): Uint8Array[] {
  return FRAMES.flatMap((frameId) =>
    Array.from({ length: PACKETS_A_TURN }, (_, i) => lidarPacket({ ...options, frameId, firstId: 16 * i })),
  );
}

async function captures(): Promise<SeedFile[]> {
  const packets = turns({});
  const summed = { sumOver: ADDRESSES };
  const imu = FRAMES.map((frame) => udp(imuPacket(stampOf(frame, 3)), { ...summed, port: 7503 }));
  // Sums are believed once one was right, so the first datagram is of no sensor.
  const datagrams = [new Uint8Array(16), ...packets].map((packet) => udp(packet, summed)).concat(imu);
  const frames = datagrams.map((datagram) => ethernet(ipv4(datagram)));
  const blocks = pcapngBlocks(false);
  const checked = [
    ...turns({ profile: CHECKED_PROFILE, initId: 9, checked: true }).map((packet) => udp(packet)),
    udp(
      acceleratedImuPacket([{ stampNs: stampOf(1, 3), accel: [0, 0, 9.81], gyro: [0, 0, 0] }], {
        initId: 9,
        checked: true,
      }),
      { port: 7503 },
    ),
  ];
  const { scans } = await importAll([pcap(frames)], LEGACY);
  const input = { metadata: LEGACY, isText: false };
  return [
    { reader: 'pcap', name: 'drive.pcap', bytes: pcap(frames), ...input },
    {
      reader: 'pcap',
      name: 'fragments.pcap',
      bytes: pcap(datagrams.flatMap((one, id) => ipv4Fragments(one, id).map((ip) => ethernet(ip)))),
      ...input,
    },
    {
      reader: 'pcapng',
      name: 'drive.pcapng',
      bytes: concat([
        blocks.section(),
        blocks.interface(113, [[9, [9]]]),
        ...datagrams.map((one, i) => blocks.enhanced(0, i, linuxCooked(ipv4(one)))),
      ]),
      ...input,
    },
    { reader: 'pcap.gz', name: 'drive.pcap.gz', bytes: new Uint8Array(gzipSync(pcap(frames))), ...input },
    { reader: 'pcap.zst', name: 'drive.pcap.zst', bytes: summedZstd(pcap(frames)), ...input },
    { reader: 'donut', name: 'donut.bin', bytes: concat(packets), ...input },
    {
      reader: 'Ouster packets with CRC',
      name: 'checked.pcap',
      bytes: pcap(checked.map((datagram) => ethernet(ipv4(datagram)))),
      metadata: CHECKED,
      isText: false,
    },
    {
      reader: 'OSF',
      name: 'drive.osf',
      bytes: osfFile([{ metadata: LEGACY, scans }], { encoding: 'png' }),
      isText: false,
    },
    {
      reader: 'OSF',
      name: 'zstd.osf',
      bytes: osfFile([{ metadata: LEGACY, scans: scans.slice(0, 1) }], { encoding: 'zpng' }),
      isText: false,
    },
    { reader: 'metadata', name: 'legacy.json', bytes: encoded(LEGACY), isText: true },
    { reader: 'metadata', name: 'checked.json', bytes: encoded(CHECKED), isText: true },
  ];
}

async function logs(): Promise<SeedFile[]> {
  const file = pcap(turns({}).map((packet) => ethernet(ipv4(udp(packet)))));
  const ros1 = await packetMessages(file, LEGACY, 'ros1');
  const ros2 = await packetMessages(file, LEGACY, 'cdr');
  const vlp = await vlpCapture(2, 'strongest');
  const vlp32 = await vlpCapture(1, 'dual', 'vlp-32c');
  const xt = await vlpCapture(1, 'dual', 'pandarxt-16');
  const rs = await vlpCapture(1, 'strongest', 'rs-16');
  const { scans, sensor } = await vlpScans(vlp);
  const points = rayPoints(scans, sensor, []).filter(({ ns }) => Number(ns / 55_296n) % 24 < 2);
  const livox = livoxDrive(2, 15_000);
  const cloud = {
    topic: '/points',
    everyNs: 50_000_000n,
    time: { name: 'time', kind: 'Float32' },
    hasRing: true,
    ringOf: (beam: number) => beam,
  } as const;
  const lz4 = { name: 'lz4', bytes: lz4Frame };
  const seed = (reader: ReaderName, name: string, bytes: Uint8Array): SeedFile => ({
    reader,
    name,
    bytes,
    isText: false,
  });
  return [
    seed('MCAP', 'drive.mcap', await mcapOf(ros2, { chunkSize: 1 << 14 })),
    seed('MCAP', 'lz4.mcap', await mcapOf(ros2, { chunkSize: 1 << 14, compress: lz4 })),
    seed('ROS 1 bag', 'drive.bag', rosBagOf(ros1, { messagesPerChunk: 5 })),
    seed('ROS 1 bag', 'lz4.bag', rosBagOf(ros1, { messagesPerChunk: 5, compress: lz4 })),
    seed('ROS 2 .db3', 'drive.db3', await db3Of(ros2)),
    seed('ROS 2 .db3.zstd', 'drive.db3.zstd', summedZstd(await db3Of(ros2))),
    seed('Velodyne packets', 'vlp.pcap', vlp.slice(0, 150_000)),
    seed('Velodyne packets', 'vlp-32c.pcap', vlp32.slice(0, 150_000)),
    seed('Hesai packets', 'xt.pcap', xt.slice(0, 150_000)),
    seed('RoboSense packets', 'rs.pcap', rs.slice(0, 150_000)),
    seed('Livox packets', 'livox.pcap', livox.pcap),
    seed('LVX2', 'drive.lvx2', livox.lvx2),
    seed('Livox messages in a log', 'livox.mcap', await mcapOf(livoxMessages(livox, 'cdr'))),
    seed('Livox messages in a log', 'livox.bag', rosBagOf(livoxMessages(livox, 'ros1'))),
    seed(
      'point clouds in a log',
      'clouds.mcap',
      await mcapOf(cloudMessages(points, { ...cloud, encoding: 'cdr' })),
    ),
    seed(
      'point clouds in a log',
      'clouds.bag',
      rosBagOf(cloudMessages(points, { ...cloud, encoding: 'ros1' })),
    ),
    seed(
      'point clouds in a log',
      'ringless.bag',
      rosBagOf(cloudMessages(points, { ...cloud, encoding: 'ros1', hasRing: false })),
    ),
    seed(
      'point clouds in a log',
      'bare.mcap',
      await mcapOf(cloudMessages(points, { ...cloud, encoding: 'cdr', hasRing: false, time: null })),
    ),
  ];
}

/** A calibration of two lasers, as the ROS driver and as the maker have it. */
const CALIBRATION = [
  `distance_resolution: 0.002
lasers:
${[0, 1]
  .map(
    (id) => `- {laser_id: ${id}, rot_correction: -0.12, vert_correction: 0.0${id}4, dist_correction: 1.5,
  dist_correction_x: 1.55, dist_correction_y: 1.52, vert_offset_correction: 0.19, horiz_offset_correction: 0.026}`,
  )
  .join('\n')}
num_lasers: 2
`,
  `<?xml version="1.0"?>
<boost_serialization><DB><distLSB_>0.2</distLSB_><points_>${[0, 1]
    .map(
      (
        id,
      ) => `<item><px><id_>${id}</id_><rotCorrection_>-7.1</rotCorrection_><vertCorrection_>${id}.5</vertCorrection_>
<distCorrection_>151</distCorrection_><distCorrectionX_>155</distCorrectionX_><distCorrectionY_>152</distCorrectionY_>
<vertOffsetCorrection_>19.5</vertOffsetCorrection_><horizOffsetCorrection_>2.6</horizOffsetCorrection_></px></item>`,
    )
    .join('\n')}</points_></DB></boost_serialization>
`,
] as const;

async function db3Of(messages: Parameters<typeof writeDb3>[1]): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'socavon-seed-'));
  try {
    writeDb3(join(folder, 'seed.db3'), messages);
    return new Uint8Array(await readFile(join(folder, 'seed.db3')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function clouds(): Promise<SeedFile[]> {
  const folder = memoryFolder();
  const cloud = randomCloud(17, 1500, [352_118, 9_001_447, 4213]);
  const formats = ['las', 'laz', 'copc', 'e57', 'ply', 'pcd', 'pts'] as const;
  await exportMap(() => streamOf([cloud]), folder, { ...EXPORT_MAP_DEFAULTS, formats }, SILENT_CONTEXT);
  const readers = {
    las: 'LAS',
    laz: 'LAZ',
    copc: 'COPC',
    e57: 'E57',
    ply: 'PLY',
    pcd: 'PCD',
    pts: 'PTS',
  } as const;
  const own = [...folder.files].map(([name, bytes]): SeedFile => {
    const format = name.endsWith('.copc.laz') ? 'copc' : (name.split('.').at(-1) as (typeof formats)[number]);
    return { reader: readers[format], name, bytes, isText: ['ply', 'pcd', 'pts'].includes(format) };
  });
  const sample = (reader: ReaderName, path: string): SeedFile => ({
    reader,
    name: path.split('/').at(-1) ?? path,
    bytes: new Uint8Array(readFileSync(join(import.meta.dirname, '../io', path))),
    isText: false,
  });
  const points: RawPoint[] = Array.from({ length: 300 }, (_, i) => ({
    units: [1000 * i, -500 * i, 7 * i],
    ...PLAIN_POINT,
    ...{ intensity: i, classification: 2, time: i, colour: [1, 2, 3], nir: 4 },
  }));
  const stations = pointsOf(randomCloud(18, 300, [0, 0, 0]));
  const copc = own.find(({ reader }) => reader === 'COPC')!;
  return [
    ...own,
    { ...copc, reader: 'nodes of a COPC' },
    { reader: 'LAS', name: 'format-7.las', bytes: rawLas({ minor: 4, format: 7, points }), isText: false },
    sample('LAS', 'las/samples/point-color.las'),
    sample('LAZ', 'las/samples/extrabytes.laz'),
    sample('LAZ', 'las/samples/point-color.laz'),
    sample('E57', 'cloud/data/tiny_spherical.e57'),
    sample('E57', 'cloud/data/las2e57_no_images_tag.e57'),
    {
      reader: 'E57',
      name: 'doubles.e57',
      bytes: buildE57({ scans: [{ count: stations.length, fields: doubles(stations) }] }),
      isText: false,
    },
  ];
}

function textClouds(): SeedFile[] {
  const random = seededRandom(19);
  const points = Array.from({ length: 400 }, () =>
    [20, 300, 6, 255].map((side) => (side * random.uniform()).toFixed(3)),
  );
  const lines = (separator: string): string => points.map((point) => point.join(separator)).join('\n');
  const station =
    '20\n20\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n350123.5 9123456.7 4321.5 1\n' +
    `${points.map(([x, y, z, i]) => `${x} ${y} ${z} ${(Number(i) / 255).toFixed(4)}`).join('\n')}\n`;
  const plyHead = (encoding: string): string =>
    `ply\nformat ${encoding} 1.0\ncomment a scan\nelement camera 2\nproperty list uchar int ids\nelement vertex ${points.length}\nproperty float x\nproperty float y\nproperty float z\nproperty float intensity\nend_header\n`;
  const pcdHead = (data: string): string =>
    `# .PCD v0.7\nVERSION 0.7\nFIELDS x y z intensity\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\nWIDTH ${points.length}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${points.length}\nDATA ${data}\n`;
  const floats = Float32Array.from(points.flat(), Number);
  const bytes = new Uint8Array(floats.buffer);
  const bigEndian = bytes.slice();
  for (let at = 0; at < bigEndian.length; at += 4) bigEndian.subarray(at, at + 4).reverse();
  const seed = (reader: ReaderName, name: string, content: string | Uint8Array): SeedFile => ({
    reader,
    name,
    bytes: typeof content === 'string' ? encoded(content) : content,
    isText: true,
  });
  return [
    seed('XYZ/CSV', 'points.xyz', lines(' ')),
    seed('XYZ/CSV', 'points.csv', `easting,northing,elevation,intensity\n${lines(',')}\n`),
    seed('XYZ/CSV', 'points.txt', lines('; ').replaceAll('.', ',')),
    seed('PTS', 'points.pts', `${points.length}\n${lines(' ')}\n`),
    seed('PTX', 'points.ptx', station + station),
    seed('PLY', 'ascii.ply', `${plyHead('ascii')}1 7\n0\n${lines(' ')}\n`),
    seed(
      'PLY',
      'big.ply',
      concat([encoded(plyHead('binary_big_endian')), Uint8Array.of(1, 0, 0, 0, 7, 0), bigEndian]),
    ),
    seed('PCD', 'ascii.pcd', `${pcdHead('ascii')}${lines(' ')}\n`),
    seed('PCD', 'binary.pcd', concat([encoded(pcdHead('binary')), bytes])),
    seed(
      'PCD',
      'packed.pcd',
      concat([encoded(pcdHead('binary_compressed')), storedLzf(bytes, points.length)]),
    ),
    { ...seed('KITTI', 'scan.bin', bytes), isText: false },
  ];
}

/** Points of four numbers as the columns of a compressed PCD: literals alone, which LZF allows. */
function storedLzf(bytes: Uint8Array, count: number): Uint8Array {
  const columns = new Uint8Array(bytes.length);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 4; k++)
      columns.set(bytes.subarray(16 * i + 4 * k, 16 * i + 4 * k + 4), 4 * (k * count + i));
  const parts: Uint8Array[] = [];
  for (let at = 0; at < columns.length; at += 32) {
    const part = columns.subarray(at, at + 32);
    parts.push(Uint8Array.of(part.length - 1), part);
  }
  const packed = concat(parts);
  return concat([new Uint8Array(Uint32Array.of(packed.length, columns.length).buffer), packed]);
}

const DESIGN = {
  stretches: [
    { name: 'Rampa', from: 0, to: 120, section: { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5 } },
    { name: 'Crucero', from: 120, section: { shape: 'circle', diameter: 4, axisHeight: 2 } },
  ],
  offsets: { pay: 0.15, clearance: 0.2 },
  tolerance: { over: 0.1, under: 0.05 },
};
/** A straight, a clothoid of 40 m to a radius of 50 m, a curve: by the series of the clothoid. */
const ALIGNMENT = `<?xml version="1.0" encoding="UTF-8"?>
<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">
<Units><Metric linearUnit="meter" areaUnit="squareMeter" volumeUnit="cubicMeter"/></Units>
<CgPoints><CgPoint name="P1">0 0 4300</CgPoint></CgPoints>
<Alignments><Alignment name="Rampa &#241; 1" staStart="0" length="138.5398">
<CoordGeom>
<Line><Start pntRef="P1"/><End>0 60</End></Line>
<Curve rot="ccw"><Start>0 60</Start><Center>50 60</Center><End>50 110</End></Curve>
<IrregularLine><Start>50 110</Start><End>80 111</End><PntList2D>50 110 60 110.2 80 111</PntList2D></IrregularLine>
</CoordGeom>
<Profile><ProfAlign name="rasante"><PVI>0 4300</PVI><ParaCurve length="20">60 4306</ParaCurve><CircCurve length="10" radius="100">110 4302</CircCurve><PVI>168 4310</PVI></ProfAlign></Profile>
</Alignment></Alignments>
</LandXML>`;
const SPIRAL = `<?xml version="1.0"?><LandXML version="1.2"><Units><Metric linearUnit="meter"/></Units><Alignments>
<Alignment name="S" staStart="100"><CoordGeom>
<Spiral length="20" radiusStart="INF" radiusEnd="100" rot="ccw" spiType="clothoid"><Start>0 0</Start><PI>0 13.343</PI><End>0.66619 19.98002</End></Spiral>
</CoordGeom><Profile><ProfAlign name="r"><PVI>100 4300</PVI><PVI>120 4301</PVI></ProfAlign></Profile></Alignment></Alignments></LandXML>`;
const SECTION = [
  [-2, -1.5],
  [2, -1.5],
  [2, 0.5, 1],
  [-2, 0.5],
];

async function solids(): Promise<SeedFile[]> {
  const folder = memoryFolder();
  // Not those that are a pair of files.
  const formats = ['stl', 'obj', 'ply', 'dxf', 'landxml', 'omf', 'glb'] as const;
  const options = { ...NOTES, formats };
  await exportMeshes([driveMeshes().solid.mesh], folder, options, SILENT_CONTEXT);
  const isText = (name: string): boolean => /\.(?:obj|dxf|xml)$/.test(name);
  return [...folder.files].map(([name, bytes]) => ({ reader: 'solid', name, bytes, isText: isText(name) }));
}

async function drawings(): Promise<SeedFile[]> {
  const folder = memoryFolder();
  await exportDrawings(drawnDrive(7, 3), folder, EXPORT_DRAWINGS_DEFAULTS, SILENT_CONTEXT);
  const seed = (reader: ReaderName, name: string, content: string | Uint8Array): SeedFile => ({
    reader,
    name,
    bytes: typeof content === 'string' ? encoded(content) : content,
    isText: true,
  });
  const dxf = (entities: readonly (readonly [number, string | number])[]): string =>
    [
      [0, 'SECTION'],
      [2, 'HEADER'],
      [9, '$INSUNITS'],
      [70, 6],
      [0, 'ENDSEC'],
      [0, 'SECTION'],
      [2, 'ENTITIES'],
      ...entities,
      [0, 'ENDSEC'],
      [0, 'EOF'],
    ]
      .map(([code, value]) => `${code}\n${value}\n`)
      .join('');
  const outline = dxf([
    [0, 'LWPOLYLINE'],
    [8, 'DESIGN'],
    [90, SECTION.length],
    [70, 1],
    ...SECTION.flatMap(([x, y, bulge = 0]) => [[10, x] as const, [20, y] as const, [42, bulge] as const]),
  ]);
  const line = (from: readonly number[], to: readonly number[]) =>
    [
      [0, 'LINE'],
      [8, 'EJE'],
      ...from.map((value, k) => [10 * (k + 1), value] as const),
      ...to.map((value, k) => [10 * (k + 1) + 1, value] as const),
    ] as const;
  const axis = dxf([
    ...line([350_000, 9_123_000, 4300], [350_030, 9_123_000, 4303]),
    ...line([350_030, 9_123_040, 4305], [350_030, 9_123_000, 4303]),
    ...([
      [0, 'ARC'],
      [8, 'EJE'],
      [10, 350_040],
      [20, 9_123_040],
      [30, 4305],
      [40, 10],
      [50, 90],
      [51, 180],
    ] as const),
  ]);
  const point = (code: number, values: readonly number[]): Group[] =>
    values.map((value, k) => [code + 10 * k, value] as const);
  /** An axis as a spline in a block that another shows turned and scaled, and one through fit points. */
  const blocks: Group[] = [
    ...([
      [0, 'SECTION'],
      [2, 'HEADER'],
      [9, '$INSUNITS'],
      [70, 6],
      [0, 'ENDSEC'],
    ] as const),
    ...([[0, 'SECTION'], [2, 'BLOCKS'], [0, 'BLOCK'], [2, 'A'], ...point(10, [1, 0, 0])] as const),
    ...([
      [0, 'SPLINE'],
      [8, '0'],
      [70, 12],
      [71, 2],
    ] as const),
    ...[0, 0, 0, 1, 2, 2, 2].map((knot) => [40, knot] as const),
    ...[1, 2, 0.5, 1].map((weight) => [41, weight] as const),
    ...[
      [1, 0, 0],
      [20, 9, 1],
      [50, -4, 2],
      [90, 0, 3],
    ].flatMap((at) => point(10, at)),
    ...([[0, 'ENDBLK'], [0, 'BLOCK'], [2, 'B'], ...point(10, [0, 0, 0])] as const),
    ...([
      [0, 'INSERT'],
      [8, '0'],
      [2, 'a'],
      ...point(10, [5, 0, 0]),
      [41, 0.5],
      [42, 0.5],
      [43, 0.5],
    ] as const),
    ...([
      [0, 'ENDBLK'],
      [0, 'ENDSEC'],
      [0, 'SECTION'],
      [2, 'ENTITIES'],
    ] as const),
    ...([
      [0, 'INSERT'],
      [8, 'EJE'],
      [2, 'B'],
      ...point(10, [350_000, 9_123_000, 4300]),
      [50, 30],
      [70, 2],
      [44, 99],
    ] as const),
    ...([
      [0, 'SPLINE'],
      [8, 'EJE'],
      [70, 8],
      [71, 3],
    ] as const),
    ...[
      [350_000, 9_123_050, 4300],
      [350_020, 9_123_060, 4301],
      [350_090, 9_123_050, 4302],
    ].flatMap((at) => point(11, at)),
    ...([
      [0, 'ELLIPSE'],
      [8, 'EJE'],
      ...point(10, [350_000, 9_123_000, 4300]),
      ...point(11, [9, 3, 0]),
      [40, 0.5],
      [41, 0],
      [42, 3],
    ] as const),
    ...([
      [0, 'ENDSEC'],
      [0, 'EOF'],
    ] as const),
  ];
  const plan = folder.files.get('drive-plan.dxf')!;
  return [
    seed('DXF', 'plan.dxf', plan),
    seed('DXF', 'axis.dxf', axis),
    seed('DXF', 'blocks.dxf', asText(blocks)),
    seed('DXF', 'binary.dxf', asBinary(blocks, 2)),
    seed('DXF', 'binary-r12.dxf', asBinary(blocks, 1)),
    seed('DXF', 'sections.dxf', folder.files.get('drive-sections.dxf')!),
    seed('STR', 'drive.str', folder.files.get('drive.str')!),
    seed(
      'STR',
      'axis.str',
      'eje,24-Nov-26,,\n0, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000\n1, 9123000, 350000, 4300, a\n1, 9123040, 350030, 4303, b\n1, 9123090, 350040, 4309,\n0, 0, 0, 0,\n0, 0, 0, 0, END\n',
    ),
    seed('LandXML', 'drive.xml', folder.files.get('drive.xml')!),
    seed('LandXML', 'axis.xml', ALIGNMENT),
    seed('LandXML', 'spiral.xml', SPIRAL),
    seed('design', 'design.dxf', outline),
    seed(
      'design',
      'design.str',
      `a,,,\n0, 0, 0, 0, 0, 0, 0\n${[...SECTION, SECTION[0]].map(([x, y]) => `1, 0, ${x}, ${y},\n`).join('')}0, 0, 0, 0,\n0, 0, 0, 0, END\n`,
    ),
    seed('design', 'programme.json', JSON.stringify(DESIGN, null, 1)),
    seed(
      'design',
      'section.json',
      formatDesign(
        wholeAxis({
          shape: 'polyline',
          points: SECTION.map(([x, y]) => [x, y + 1.5]) as [number, number][],
          axisHeight: 1.5,
        }),
      ),
    ),
  ];
}

const SIGNATURE = `Socavon signature 1
File: report.pdf
Bytes: 70810
SHA-256: ffe73919dd48807a9309b2d9d7c3fa663add268c265c756b97b961750177412c
Signer: Ana Rojas Núñez
Signed: 2026-11-26T15:13:27.931Z
Public-Key: MCowBQYDK2VwAyEAfdpnJZBvlyYuj+PF67PhimqeRHPbIAzoF4Mk/1WgvtA=
Fingerprint: 9b1d9e19fd973d1a678d45f4de294ea4ab4745c86dabc202fc117e8f66217a13
Signature: udVEAZURse3ioTK/NJqTNLF6ZhyPim8XH3ABPS4NBlbfxTqYFmh2ZtNYUoeLYaPYpk5U7PLuS01suP0cYTu1Cw==
`;
const PUBLIC_KEY = `Signer: Ana Rojas Núñez
Fingerprint: 9b1d9e19fd973d1a678d45f4de294ea4ab4745c86dabc202fc117e8f66217a13
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAfdpnJZBvlyYuj+PF67PhimqeRHPbIAzoF4Mk/1WgvtA=
-----END PUBLIC KEY-----
`;

function tables(): SeedFile[] {
  const seed = (reader: ReaderName, name: string, text: string): SeedFile => ({
    reader,
    name,
    bytes: encoded(text),
    isText: true,
  });
  const stations = Array.from({ length: 60 }, (_, i) => i);
  const poses = stations.map((i) => ({
    stampNs: 1_715_673_600_000_000_000n + BigInt(i) * 100_000_000n,
    T_map_sensor: {
      R: rotationOf([0, 0, Math.sin(i / 200), Math.cos(i / 200)]),
      t: Float64Array.of(i, i / 7, 0.1),
    },
  }));
  const points = stations.slice(0, 12).map((i) => ({
    name: `P${i}`,
    easting: 350_000 + 7 * i,
    northing: 9_123_000 + 3 * i,
    elevation: 4300 + i / 9,
    sigma: 0.005,
    role: 'control' as const,
  }));
  return [
    seed('TUM trajectory', 'poses.tum', formatTum(poses, ['of a test'])),
    seed('control points', 'control.csv', controlPointsCsv(points)),
    seed(
      'control points',
      'puntos.csv',
      'nombre;este;norte;cota;sigma;rol\nA;350000.1;9123000.2;4300.3;0.004;control\n"B";350010.1;9123004.2;4300.9;;chequeo\n',
    ),
    seed(
      'corrections',
      'corrections.csv',
      'class,from,to,left_from,left_to,up_from,up_to\nvehicle,5.3,8.7,-2,-0.8,-1.6,-0.4\nmuck,4.9,9.1,-2.16,-1.9,-1,0.5\n',
    ),
    seed(
      'picked points',
      'picked.csv',
      'name,x,y,z,feature,size\nS1,12.5,3.25,1.4,sphere,0.145\nW1,1,2,3,,\n',
    ),
    seed(
      'picked points',
      'marcas.csv',
      'punto;este;norte;cota;tipo\nP1;356789.25;9123456.789;4210.5;esquina\n',
    ),
    seed('signature', 'report.pdf.sig', SIGNATURE),
    seed('public key', 'ana.key.pub', PUBLIC_KEY),
    seed('Velodyne calibration', 'unit.yaml', CALIBRATION[0]),
    seed('Velodyne calibration', 'db.xml', CALIBRATION[1]),
    seed('grade', 'grade.csv', 'chainage,elevation\n0,4300\n60,4306.5\n120,4300.25\n'),
    seed('grade', 'rasante.csv', 'desde;hasta;porcentaje\n0;60;12\n60;120;-8.5\n'),
    seed('rounds', 'rounds.csv', 'name,from,to\nD1,0,3.2\nD2,3.2,6.1\nD3,6.1,9.4\n'),
    seed('rounds', 'chainages.txt', '0 3.2 6.1\n9.4 12\n'),
    seed(
      'axis CSV',
      'axis.csv',
      `chainage,x,y,z\n${stations.map((i) => `${i},${350_000 + 0.8 * i},${9_123_000 + 0.6 * i},4300`).join('\n')}\n`,
    ),
    seed(
      'axis CSV',
      'eje.csv',
      `progresiva;este;norte;cota\n${stations.map((i) => `${i},0;${i},0;0,5;4300,25`).join('\r\n')}\r\n`,
    ),
    seed('transform', 'transform.txt', '0.8 -0.6 0 350000.5\n0.6 0.8 0 9123000.25\n0 0 1 4300\n0 0 0 1\n'),
    seed(
      'transform',
      'register.json',
      JSON.stringify({ transform: [1, 0, 0, 5, 0, 0, -1, 6, 0, 1, 0, 7, 0, 0, 0, 1] }, null, 2),
    ),
    seed(
      'mine grid',
      'mina.json',
      '{\n  "name": "Mina Ñ", "epsg": 32718, "unit": "us-ft",\n  "origin": { "here": [5000, 10000, 4310], "epsg": [352118.25, 9123456.789, 4310] },\n  "rotation": 12.5, "scale": 0.99936\n}\n',
    ),
    ...logoFiles(),
    { reader: 'geoid', name: 'geoid.gtx', bytes: geoidBytes(), isText: false },
  ];
}

/** Logos that other programs wrote; see the page beside them. */
function logoFiles(): SeedFile[] {
  const readers = { png: 'logo PNG', jpg: 'logo JPEG', svg: 'logo SVG' } as const;
  return ['rgba.png', 'interlaced.png', 'palette.png', 'baseline.jpg', 'progressive.jpg', 'logo.svg'].map(
    (name) => {
      const ending = name.slice(-3) as keyof typeof readers;
      const path = join(import.meta.dirname, '../fixtures/logos', name);
      const bytes = new Uint8Array(readFileSync(path));
      return { reader: readers[ending], name, bytes, isText: ending === 'svg' };
    },
  );
}

/** A GTX of 4 by 6 nodes, a quarter of a degree apart. */
function geoidBytes(): Uint8Array {
  const view = new DataView(new ArrayBuffer(40 + 4 * 24));
  for (const [i, value] of [-11, 283, 0.25, 0.25].entries()) view.setFloat64(8 * i, value);
  view.setInt32(32, 4);
  view.setInt32(36, 6);
  for (let i = 0; i < 24; i++) view.setFloat32(40 + 4 * i, 30 + 0.1 * i);
  return new Uint8Array(view.buffer);
}

/** Metadata of real sensors. */
function realMetadata(shared: string): SeedFile[] {
  const names = [
    'OS-0-32-U1_v2.2.0_1024x10.json',
    'OS-1-128_v2.3.0_1024x10.json',
    'OS-2-32-U0_v2.0.0_1024x10.json',
  ];
  return names
    .map((name) => join(shared, 'ouster', name))
    .filter((path) => existsSync(path))
    .map((path) => ({
      reader: 'metadata',
      name: path.split(/[/\\]/).at(-1) ?? path,
      bytes: new Uint8Array(readFileSync(path)),
      isText: true,
    }));
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
