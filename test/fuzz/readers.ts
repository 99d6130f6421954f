import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGtx } from '../../src-core/grid/geoid-gtx.ts';
import { parseMineGrid } from '../../src-core/grid/mine-grid.ts';
import { memorySource, type ReadSource } from '../../src-core/io/bytes/byte-stream.ts';
import { crc32 } from '../../src-core/io/bytes/crc32.ts';
import { readAxisFile } from '../../src-core/io/cad/axis-file.ts';
import { readDxf } from '../../src-core/io/cad/dxf/dxf-reader.ts';
import { joinPolylines } from '../../src-core/io/cad/join-polylines.ts';
import { ALIGNMENT_LINE_DEFAULTS, alignmentLine } from '../../src-core/io/cad/landxml/alignment-line.ts';
import { readLandXml } from '../../src-core/io/cad/landxml/landxml-reader.ts';
import { readDesignFile } from '../../src-core/io/cad/read-design-file.ts';
import { readStr } from '../../src-core/io/cad/str-reader.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { isOsf, osfMetadata } from '../../src-core/io/capture/osf-capture.ts';
import { recogniseCapture } from '../../src-core/io/capture/recognise-capture.ts';
import { parseVelodyneCalibration } from '../../src-core/io/capture/spinning/velodyne-calibration.ts';
import { openCopc } from '../../src-core/io/cloud/copc-reader.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { readSolid } from '../../src-core/io/mesh/read-solid.ts';
import { readLogo } from '../../src-core/io/raster/logo-file.ts';
import { parseControlPointsCsv } from '../../src-core/io/tables/control-points-csv.ts';
import { parseCorrectionsCsv } from '../../src-core/io/tables/corrections-csv.ts';
import { parseGradeCsv } from '../../src-core/io/tables/grade-csv.ts';
import { parsePicksCsv } from '../../src-core/io/tables/picks-csv.ts';
import { isRoundsTable, parseRoundsCsv } from '../../src-core/io/tables/rounds-csv.ts';
import { parseTransform } from '../../src-core/io/tables/transform-file.ts';
import { parseTum } from '../../src-core/io/tables/tum.ts';
import { enclosedVolume } from '../../src-core/math/closed-mesh.ts';
import { message } from '../../src-core/messages/message.ts';
import { parseChainages } from '../../src-core/model/chainage-list.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { openCaptureSource } from '../../src-main/files/capture-source.ts';
import { parseSignature } from '../../src-main/files/signature.ts';
import { parsePublicKey } from '../../src-main/files/signing-key.ts';

/** A file that is given to a reader. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly metadata?: string;
}

/** What a reader made of a file. */
export interface Answer {
  /** All that it gave, in which no number may be endless or none. */
  readonly values: unknown;
  /** What contradicts the file itself, in words; null: nothing. */
  readonly fault: string | null;
  /**
   * Parts that a checksum of the file guards, as hashes: a plainly damaged file may have fewer of them, none that the
   * whole file has not. Left out: nothing guards them.
   */
  readonly guarded?: readonly number[];
}

export type Reader = (file: GivenFile) => Promise<Answer>;

/** Lasers of the calibration that is read: those of a sensor of 64 would only take longer. */
const CALIBRATED_LASERS = 2;

/** Farthest place of a grid, m, and of a cloud, which may be in millimetres. */
const FARTHEST = 1e9;
const FARTHEST_OF_CLOUD = 1e11;

/** Every reader of files that the program has, as the program calls it. */
export const READERS = {
  pcap: capture(true),
  pcapng: capture(true),
  'pcap.gz': capture(true),
  'pcap.zst': capture(true),
  donut: capture(false),
  'Ouster packets with CRC': capture(true),
  OSF: capture(false),
  MCAP: capture(false),
  'ROS 1 bag': capture(false),
  'ROS 2 .db3': capture(false),
  'ROS 2 .db3.zstd': capture(true),
  'Velodyne packets': capture(false),
  'Hesai packets': capture(false),
  'RoboSense packets': capture(false),
  'point clouds in a log': capture(false),
  'Livox packets': capture(false),
  LVX2: capture(false),
  'Livox messages in a log': capture(false),
  metadata: async ({ bytes, name }) => {
    const sensor = parseSensorMetadata(textOf(bytes, name), name);
    return answer(sensor, faultOfSensor(sensor));
  },
  LAS: cloud('counted'),
  LAZ: cloud('counted'),
  COPC: cloud('counted'),
  'nodes of a COPC': async ({ name, bytes }) => {
    const copc = await openCopc(memorySource(name, bytes));
    const guarded: number[] = [];
    let sum = 0;
    for (const node of copc.nodes) {
      const { xyz, reflectivity, scanIndex } = await copc.pointsOf(node);
      sum += scanIndex.length;
      for (const part of [xyz, reflectivity, scanIndex])
        guarded.push(crc32(new Uint8Array(part.buffer, 0, part.byteLength)));
    }
    const fault = sum === copc.points ? null : `${sum} points in the nodes, ${copc.points} in all`;
    return { values: copc.nodes, fault, guarded };
  },
  E57: cloud('guarded'),
  PLY: cloud('open'),
  PCD: cloud('open'),
  PTS: cloud('open'),
  PTX: cloud('open'),
  'XYZ/CSV': cloud('open'),
  KITTI: cloud('open'),
  DXF: drawing(({ bytes, name }) => joinPolylines(readDxf(bytes, name).polylines)),
  STR: drawing(({ bytes, name }) => readStr(bytes, name).polylines),
  LandXML: drawing(({ bytes, name }) =>
    readLandXml(bytes, name).alignments.map((one) =>
      alignmentLine(one, name, { ...ALIGNMENT_LINE_DEFAULTS, flatElevation: 4300 }),
    ),
  ),
  'axis CSV': axis,
  design: async ({ bytes, name }) => answer(readDesignFile(bytes, name).design),
  solid: async ({ bytes, name }) => {
    const { mesh } = await readSolid(bytes, name);
    return answer([mesh.origin, mesh.xyz], enclosedVolume(mesh) < 0 ? 'a solid that is inside out' : null);
  },
  'TUM trajectory': async ({ bytes, name }) => {
    const poses = parseTum(textOf(bytes, name), name);
    // Stamps are stored as whole numbers of 64 bits.
    const isFar = poses.some(({ stampNs }) => BigInt.asIntN(64, stampNs) !== stampNs);
    const places = poses.map(({ T_map_sensor }) => T_map_sensor.t);
    return answer(poses, isFar ? 'a stamp that no clock has' : farPlace(places));
  },
  'control points': async ({ bytes, name }) => {
    const points = parseControlPointsCsv(textOf(bytes, name), name);
    return answer(points, farPlace(points.map((point) => [point.easting, point.northing, point.elevation])));
  },
  'picked points': async ({ bytes, name }) => {
    const picks = parsePicksCsv(textOf(bytes, name), name);
    return answer(picks, farPlace(picks.map(({ place }) => place)));
  },
  'Velodyne calibration': async ({ bytes, name }) => {
    const stated = parseVelodyneCalibration(textOf(bytes, name), name, CALIBRATED_LASERS, 'HDL-64E');
    const values = [stated.elevationDeg, stated.azimuthDeg, ...Object.values(stated.distances ?? {})].flat();
    return answer(stated, values.every(Number.isFinite) ? null : 'a value that is no number');
  },
  corrections: async ({ bytes, name }) => answer(parseCorrectionsCsv(textOf(bytes, name), name)),
  grade: async ({ bytes, name }) => answer(parseGradeCsv(textOf(bytes, name), 4300, name)),
  rounds: async ({ bytes, name }) => {
    const text = textOf(bytes, name);
    return answer(isRoundsTable(text) ? parseRoundsCsv(text, name) : parseChainages(text, name));
  },
  transform: async ({ bytes, name }) => {
    const pose = parseTransform(textOf(bytes, name), name);
    return answer(pose, farPlace([pose.t]));
  },
  'mine grid': async ({ bytes, name }) => {
    const grid = parseMineGrid(textOf(bytes, name), name);
    return answer(grid, farPlace(grid.toBase === null ? [] : [grid.toBase.fromOrigin, grid.toBase.toOrigin]));
  },
  // The checksums of a PNG guard all of it: what is taken is the picture that it was.
  'logo PNG': async ({ bytes, name }) => {
    const { type, width, height } = readLogo(bytes, name);
    return { ...answer([width, height]), guarded: [type === 'png' ? width * 1e5 + height : 0] };
  },
  'logo JPEG': async ({ bytes, name }) => answer(readLogo(bytes, name)),
  'logo SVG': async ({ bytes, name }) => answer(readLogo(bytes, name)),
  // The signature guards all of its text, and the fingerprint the key.
  signature: async ({ bytes, name }) => {
    const said = parseSignature(textOf(bytes, name), name);
    return { ...answer(said), guarded: said.isIntact ? [crc32(encode(JSON.stringify(said)))] : [] };
  },
  'public key': async ({ bytes, name }) => {
    const { fingerprint, der } = parsePublicKey(textOf(bytes, name), name);
    return { ...answer(fingerprint), guarded: [crc32(der)] };
  },
  geoid: async ({ bytes, name }) => {
    const geoid = openGtx(bytes, name);
    return answer([-90, -76.1, -76, 0, 284].map((longitude) => geoid.at(longitude, -10.3)));
  },
} as const satisfies Record<string, Reader>;

export type ReaderName = keyof typeof READERS;

function answer(values: unknown, fault: string | null = null): Answer {
  return { values, fault };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The text of a file, as `readText` of the hosts gives it. */
function textOf(bytes: Uint8Array, name: string): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (text.includes('\0')) throw new SocavonError('file-format', message('text-none', { path: name }));
  return text;
}

/** @param isGuarded a checksum of the file, its packets or its datagrams tells of any bit that changed */
function capture(isGuarded: boolean): Reader {
  return async (file) => {
    const folder = /\.db3(?:\.zstd)?$/.test(file.name)
      ? await mkdtemp(join(tmpdir(), 'socavon-fuzz-'))
      : null;
    try {
      if (folder === null) return await readCapture(memorySource(file.name, file.bytes), file, isGuarded);
      // A database is opened by its path.
      const path = join(folder, file.name);
      await writeFile(path, file.bytes);
      const source = await openCaptureSource(path);
      try {
        return await readCapture(source, file, isGuarded);
      } finally {
        await source.close();
      }
    } finally {
      if (folder !== null) await rm(folder, { recursive: true });
    }
  };
}

async function readCapture(source: ReadSource, { metadata }: GivenFile, isGuarded: boolean): Promise<Answer> {
  await inspectCapture(source);
  const recognised = await recogniseCapture(source, SILENT_CONTEXT);
  const inside = (await isOsf(source)) ? await osfMetadata(source, null) : null;
  const model =
    recognised.kind === 'other'
      ? recognised.sensor
      : parseSensorMetadata(recognised.metadata ?? inside ?? metadata ?? '{}', source.name);
  const { items, health, sensor } = await openCapture([source], model);
  const [guarded, imu, turns]: [number[], unknown[], unknown[]] = [[], [], []];
  let scans = 0;
  let fault: string | null = null;
  for await (const item of items) {
    if (item.kind === 'imu') imu.push(item.sample);
    else {
      scans++;
      fault ??= faultOfScan(item.scan);
      if (item.scan.columnTurn) turns.push(item.scan.columnTurn);
      if (isGuarded) guarded.push(...columnsOf(item.scan));
    }
  }
  fault ??= faultOfSensor(sensor);
  if (scans !== health.scans) fault ??= `${scans} scans came, ${health.scans} were counted`;
  return { values: { sensor, imu, turns }, fault, ...(isGuarded && { guarded }) };
}

/** Farthest part of a sensor from its origin, m, and most columns of a rotation. */
const FARTHEST_PART = 10;
const MOST_COLUMNS = 20_000;

function faultOfSensor(sensor: SensorModel): string | null {
  const {
    beamOriginMm,
    beamOriginZMm = 0,
    T_sensor_lidar,
    T_sensor_imu,
    columnsPerFrame,
    rotationHz,
  } = sensor;
  const parts = [...T_sensor_lidar.t, ...T_sensor_imu.t, beamOriginMm / 1000, beamOriginZMm / 1000];
  const far = parts.find((metres) => !(Math.abs(metres) <= FARTHEST_PART));
  if (far !== undefined) return `a part of the sensor ${far} m from its origin`;
  const turns = [
    columnsPerFrame,
    rotationHz,
    sensor.columnsPerPacket,
    ...sensor.pixelShiftByRow.map(Math.abs),
  ];
  const count = turns.find((value) => !(value <= MOST_COLUMNS));
  return count === undefined ? null : `a rotation with ${count} columns or turns`;
}

function faultOfScan({
  beams,
  columns,
  rangeMm,
  reflectivity,
  stampNs,
  columnValid,
  xyz,
}: Scan): string | null {
  const pixels = beams * columns;
  if (rangeMm.length !== pixels || reflectivity.length !== pixels)
    return 'a scan with other pixels than its size';
  if (xyz !== undefined) {
    if (xyz.length !== 3 * pixels) return 'a timed cloud with other points than its size';
    if (xyz.some((value) => !Number.isFinite(value))) return 'a point that is none';
    // The distance of a point is that of its coordinates.
    if (
      rangeMm.some(
        (mm, i) =>
          mm > 0 && Math.abs(mm - 1000 * Math.hypot(...xyz.subarray(3 * i, 3 * i + 3))) > 1 + mm * 1e-6,
      )
    )
      return 'a point at another distance than its own';
  }
  if (stampNs.length !== columns || columnValid.length !== columns)
    return 'a scan with other columns than its size';
  return null;
}

/** A hash of each column that arrived: its stamp, ranges and reflectivities. */
function columnsOf({ beams, columns, rangeMm, reflectivity, stampNs, columnValid }: Scan): number[] {
  const hashes: number[] = [];
  for (let column = 0; column < columns; column++) {
    if (columnValid[column] === 0) continue;
    const hash = new Hash();
    hash.add(Number(stampNs[column] & 0xffff_ffffn));
    for (let beam = 0; beam < beams; beam++) {
      hash.add(rangeMm[beam * columns + column]);
      hash.add(reflectivity[beam * columns + column]);
    }
    hashes.push(hash.value);
  }
  return hashes;
}

/** FNV-1a over whole numbers of 32 bits. */
class Hash {
  value = 0x811c_9dc5;

  add(number: number): void {
    this.value = Math.imul(this.value ^ number, 0x0100_0193);
    this.value ^= this.value >>> 15;
  }
}

/**
 * @param kind 'counted': all points of the header come, in its box; 'guarded': a checksum tells of any bit besides;
 *   'open': points that are none may be left out
 */
function cloud(kind: 'counted' | 'guarded' | 'open'): Reader {
  return async ({ name, bytes }) => {
    const reader = await openCloud(memorySource(name, bytes));
    const places: Float64Array[] = [];
    const hash = new Hash();
    let count = 0;
    let fault: string | null = null;
    for await (const chunk of reader.chunks(reader.scalarNames)) {
      const { origin, xyz, reflectivity, scanIndex, scalars = [] } = chunk;
      const sizes = [xyz.length / 3, ...[reflectivity, scanIndex, ...scalars].map((one) => one?.length)];
      if (sizes.some((size) => size !== undefined && size !== chunk.count))
        fault ??= 'a chunk with other numbers than its points';
      places.push(Float64Array.from(xyz, (value, i) => value + origin[i % 3]));
      for (const value of new Uint32Array(xyz.buffer, xyz.byteOffset, xyz.length)) hash.add(value);
      count += chunk.count;
    }
    fault ??= farPlace(places, FARTHEST_OF_CLOUD);
    if (reader.count !== null && (kind === 'counted' ? count !== reader.count : count > reader.count))
      fault ??= `${count} points came, the header has ${reader.count}`;
    // Nothing but the words for it makes a number of a text none.
    const left = reader.count === null ? (reader.leftOut?.() ?? 0) : reader.count - count;
    if (left > 0 && isPlainText(bytes) && !/nan|inf|e\d\d|\d{9}/i.test(textOf(bytes, name)))
      fault ??= `${left} points were left out of a text without any that is none`;
    const bounds = reader.announcedBounds;
    return {
      values: { places, poses: reader.scanPoses ?? [], bounds: kind === 'open' ? bounds : null },
      fault,
      ...(kind === 'guarded' && { guarded: [hash.value] }),
    };
  };
}

function isPlainText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127));
}

/** Reads the lines of a drawing, and as the axis one that is called so. */
function drawing(lines: (file: GivenFile) => readonly { readonly points: Float64Array }[]): Reader {
  return async (file) => {
    if (file.name.startsWith('axis')) return axis(file);
    const read = lines(file);
    return answer(read, farPlace(read.map(({ points }) => points)));
  };
}

async function axis({ name, bytes }: GivenFile): Promise<Answer> {
  const { axis: read } = readAxisFile(bytes, name, { elevation: 4300 });
  const { chainage, xyz } = read;
  const ascends = chainage.every((value, i) => i === 0 || value > chainage[i - 1]);
  const fault = !ascends
    ? 'a chainage that does not ascend'
    : xyz.length !== 3 * chainage.length || chainage.length < 2
      ? 'a line that is none'
      : farPlace([xyz]);
  return answer(read, fault);
}

/** Places that no grid has: they pass for places and make volumes of nothing. */
function farPlace(places: readonly ArrayLike<number>[], farthest: number = FARTHEST): string | null {
  for (const numbers of places)
    for (let i = 0; i < numbers.length; i++)
      if (!(Math.abs(numbers[i]) <= farthest)) return `a coordinate of ${numbers[i]} m`;
  return null;
}
