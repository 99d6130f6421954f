import type { z } from 'zod';
import { dot3 } from '../../math/vec3.ts';
import { type Message, message } from '../../messages/message.ts';
import { type Remark, remark } from '../../messages/remark.ts';
import { SocavonError } from '../../model/errors.ts';
import type { FileFormat } from '../../model/file-formats.ts';
import type { Rigid } from '../../model/rigid.ts';
import {
  LIDAR_PROFILES,
  type LidarProfile,
  type PacketHeaderType,
  type SensorModel,
} from '../../model/sensor.ts';
import { jsonFormat } from '../bytes/file-format.ts';
import { readBeamTable } from './ouster/beam-table.ts';
import { type FlatMetadata, flatMetadata, flatten, NESTED_GROUPS } from './ouster/metadata-schema.ts';
import {
  DEFAULT_COLUMNS_PER_PACKET,
  DEFAULT_IMU_PORT,
  DEFAULT_IMU_TO_SENSOR,
  DEFAULT_LIDAR_PORT,
  defaultBeamOriginMm,
  defaultLidarToSensor,
} from './ouster/product-defaults.ts';

/**
 * Parses a sensor's metadata JSON, flat (firmware 1.12 to 2.3) or nested (later), and completes it: a missing key
 * gets the maker's documented default for that product, which is reported in `assumptions`.
 *
 * @param text of the file
 * @param name of the file, for messages
 * @throws SocavonError `metadata-malformed` if it is not JSON, or a value is impossible
 */
export function parseSensorMetadata(text: string, name: string): SensorModel {
  const json = parseJson(text, name);
  if (!isMetadata(json)) throw new SocavonError('metadata-malformed', otherJson(json, name));
  const metadata = validate(json, name);
  const assumptions: Remark[] = [];
  const productLine = metadata.prod_line ?? '';
  const format = metadata.data_format ?? {};
  const { beam_altitude_angles: altitudes, beam_azimuth_angles: azimuths } = metadata;
  if (altitudes === undefined || azimuths === undefined) {
    const missing = altitudes === undefined ? 'beam_altitude_angles' : 'beam_azimuth_angles';
    throw malformed(name, message('metadata-without', { missing }));
  }
  const table = readBeamTable(altitudes, azimuths, productLine, format.pixels_per_column, name);
  const mode = readMode(metadata, name, assumptions);
  const columnWindow = readWindow(format.column_window, mode.columns, name);
  const columnsPerPacket = format.columns_per_packet ?? DEFAULT_COLUMNS_PER_PACKET;
  requireFigure('columnsPerPacket', 'data_format.columns_per_packet', columnsPerPacket, name);
  const shifts = format.pixel_shift_by_row;
  if (shifts !== undefined && shifts.length !== table.beams) {
    throw malformed(name, message('metadata-shifts', { count: shifts.length, beams: table.beams }));
  }
  const far = shifts?.find((shift) => Math.abs(shift) >= mode.columns);
  if (far !== undefined)
    throw malformed(name, message('metadata-shift-far', { shift: far, columns: mode.columns }));
  return {
    productLine,
    serial: metadata.prod_sn ?? '',
    firmware: firmwareOf(metadata),
    lidarMode: mode.name,
    profile: readProfile(format.udp_profile_lidar, format.udp_profile_imu, name, assumptions),
    ...readHeaderType(format.header_type),
    initId: metadata.initialization_id ?? null,
    beams: table.beams,
    columnsPerFrame: mode.columns,
    columnsPerPacket,
    rotationHz: mode.hertz,
    columnWindow,
    beamAltitudeDeg: table.altitudeDeg,
    beamAzimuthDeg: table.azimuthDeg,
    pixelShiftByRow:
      shifts !== undefined && shifts.length === table.azimuthDeg.length
        ? Int32Array.from(shifts)
        : pixelShifts(table.azimuthDeg, mode.columns),
    ...readBeamOrigin(metadata, productLine, name, assumptions),
    T_sensor_lidar: readTransform(
      'lidar_to_sensor_transform',
      metadata,
      defaultLidarToSensor(productLine),
      name,
      assumptions,
    ),
    T_sensor_imu: readTransform(
      'imu_to_sensor_transform',
      metadata,
      DEFAULT_IMU_TO_SENSOR,
      name,
      assumptions,
    ),
    packetSlots: table.packetSlots,
    slotOfBeam: table.slotOfBeam,
    udpPortLidar: metadata.udp_port_lidar ?? DEFAULT_LIDAR_PORT,
    udpPortImu: metadata.udp_port_imu ?? DEFAULT_IMU_PORT,
    assumptions,
  };
}

function parseJson(text: string, name: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw malformed(name, message('metadata-no-json', { why: (cause as Error).message }));
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw malformed(name, message('metadata-no-object'));
  }
  return json as Record<string, unknown>;
}

/** True if an object has any key that metadata of a sensor has. */
function isMetadata(json: Record<string, unknown>): boolean {
  const known = [...Object.keys(flatMetadata.shape), ...NESTED_GROUPS, 'lidar_data_format'];
  return known.some((key) => Object.hasOwn(json, key));
}

/** The format of a text that is a JSON object of this program and no metadata of a sensor; null: it is that, or not told. */
export function sensorJsonOrOther(text: string): FileFormat | null {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
    return isMetadata(json as Record<string, unknown>) ? null : jsonFormat(json as Record<string, unknown>);
  } catch {
    return null;
  }
}

const GEOJSON = /^(Feature|FeatureCollection|GeometryCollection|(Multi)?(Point|LineString|Polygon))$/;

/** What JSON that is no metadata is. */
function otherJson(json: Record<string, unknown>, name: string): Message {
  if (typeof json.type === 'string' && GEOJSON.test(json.type)) return message('json-geo', { name });
  const format = jsonFormat(json);
  if (format?.content === 'design') return message('json-design', { name });
  if (format !== null) return message('json-known', { name, content: message(`format-${format.content}`) });
  const keys = Object.keys(json).slice(0, KEYS_SHOWN);
  return keys.length > 0 ? message('json-other', { name, keys }) : message('json-empty', { name });
}

/** Keys that tell a person which file it is. */
const KEYS_SHOWN = 5;

function validate(json: Record<string, unknown>, name: string): FlatMetadata {
  const result = flatMetadata.safeParse(flatten(json));
  if (result.success) return result.data;
  throw malformed(name, describe(result.error.issues[0]));
}

function describe(issue: z.core.$ZodIssue): Message {
  return message('metadata-value', {
    key: issue.path.join('.'),
    why: issue.message.replace(/^Invalid input: /, ''),
  });
}

interface Mode {
  name: string;
  columns: number;
  hertz: number;
}

const USUAL_HERTZ = 10;

/**
 * Least and greatest of what a sensor states of itself. Of the maker's sensors columns are 512 to 4096, rates 5 to 20, beams
 * begin 12 to 28 mm off the axis, and nothing in the housing is 0.1 m from anything; an inertial unit of one's own may be
 * mounted beside it. What lies beyond is a damaged figure, which would move the whole map or ask for memory without end.
 */
const PLAUSIBLE = {
  columns: { least: 8, most: 8192 },
  hertz: { least: 1, most: 100 },
  columnsPerPacket: { least: 1, most: 256 },
  originMm: { least: -1000, most: 1000 },
  shiftMm: { least: -10_000, most: 10_000 },
} as const;

/** @throws SocavonError `metadata-malformed` that names the key and what is taken */
function requireFigure(kind: keyof typeof PLAUSIBLE, key: string, value: number, name: string): void {
  const { least, most } = PLAUSIBLE[kind];
  if (!(value >= least && value <= most))
    throw malformed(name, message('metadata-figure', { key, value, least, most }));
}

function readMode(metadata: FlatMetadata, name: string, assumptions: Remark[]): Mode {
  const columns = metadata.data_format?.columns_per_frame;
  if (metadata.lidar_mode === undefined) {
    if (columns === undefined) {
      throw malformed(name, message('metadata-no-columns'));
    }
    requireFigure('columns', 'data_format.columns_per_frame', columns, name);
    assumptions.push({
      ...remark('mode-assumed', { name, hertz: USUAL_HERTZ }),
    });
    return { name: `${columns}x${USUAL_HERTZ}`, columns, hertz: USUAL_HERTZ };
  }
  const match = /^(?:MODE_)?(\d+)x(\d+)$/.exec(metadata.lidar_mode);
  if (match === null || Number(match[1]) === 0 || Number(match[2]) === 0) {
    throw malformed(name, message('metadata-mode', { mode: metadata.lidar_mode }));
  }
  const mode = { name: `${match[1]}x${match[2]}`, columns: Number(match[1]), hertz: Number(match[2]) };
  requireFigure('columns', 'lidar_mode', mode.columns, name);
  requireFigure('hertz', 'lidar_mode', mode.hertz, name);
  if (columns !== undefined && columns !== mode.columns) {
    throw malformed(name, message('metadata-mode-columns', { mode: mode.name, columns }));
  }
  if (columns === undefined && metadata.data_format?.columns_per_packet !== undefined) {
    assumptions.push({
      ...remark('columns-assumed', { name, columns: mode.columns, mode: mode.name }),
    });
  }
  return mode;
}

function readWindow(window: [number, number] | undefined, columns: number, name: string): [number, number] {
  if (window === undefined) return [0, columns - 1];
  if (window[0] >= columns || window[1] >= columns) {
    throw malformed(name, message('metadata-window', { first: window[0], last: window[1], columns }));
  }
  return window;
}

const READ_IMU_PROFILES = ['LEGACY', 'ACCEL32_GYRO32_NMEA', 'OFF'];

/** Other spelling of a profile name. */
const ALIASES: Readonly<Record<string, LidarProfile>> = { FIVE_WORDS_PIXEL: 'FIVE_WORD_PIXEL' };

/** The header that the metadata states (firmware 3.2 on); without it, the profile implies one. */
function readHeaderType(stated: string | undefined): { headerType?: PacketHeaderType } {
  if (stated === undefined) return {};
  return { headerType: stated.toUpperCase() === 'FUSA' ? 'fusa' : 'standard' };
}

function readProfile(
  lidar: string | undefined,
  imu: string | undefined,
  name: string,
  assumptions: Remark[],
): LidarProfile {
  if (imu !== undefined && !READ_IMU_PROFILES.includes(imu)) {
    assumptions.push({
      ...remark('imu-profile-unread', { name, profile: imu }),
    });
  }
  if (lidar === undefined) return 'LEGACY';
  const profile = LIDAR_PROFILES.find((known) => known === (ALIASES[lidar] ?? lidar));
  if (profile !== undefined) return profile;
  throw new SocavonError(
    'metadata-malformed',
    message('metadata-profile', { name, profile: lidar, profiles: LIDAR_PROFILES.join(', ') }),
  );
}

/** Tolerance between two statements of the beam origin, mm. */
const ORIGIN_TOLERANCE_MM = 0.01;

/** Place of the beam origins in the lidar: off its axis, and above its origin (0 but in an OSDome). */
function readBeamOrigin(
  metadata: FlatMetadata,
  productLine: string,
  name: string,
  assumptions: Remark[],
): { beamOriginMm: number; beamOriginZMm?: number } {
  const stated = metadata.lidar_origin_to_beam_origin_mm;
  const transform = metadata.beam_to_lidar_transform;
  if (transform !== undefined && transform[7] !== 0)
    throw new SocavonError('metadata-malformed', message('metadata-beam-origin', { name }));
  const height = transform?.[11] ?? 0;
  for (const value of [transform?.[3] ?? 0, height])
    requireFigure('originMm', 'beam_to_lidar_transform', value, name);
  requireFigure('originMm', 'lidar_origin_to_beam_origin_mm', stated ?? 0, name);
  // The one number of older metadata cannot say a height.
  if (transform !== undefined && height !== 0) return { beamOriginMm: transform[3], beamOriginZMm: height };
  if (stated === undefined) {
    if (transform !== undefined) return { beamOriginMm: transform[3] };
    const taken = defaultBeamOriginMm(productLine);
    assumptions.push({
      ...remark('beam-origin-assumed', {
        name,
        millimetres: taken,
        product: productLine || message('product-unnamed'),
      }),
    });
    return { beamOriginMm: taken };
  }
  if (transform !== undefined && Math.abs(transform[3] - stated) > ORIGIN_TOLERANCE_MM) {
    assumptions.push({
      ...remark('beam-origins-two', { name, taken: stated, other: transform[3] }),
    });
  }
  return { beamOriginMm: stated };
}

function readTransform(
  key: 'lidar_to_sensor_transform' | 'imu_to_sensor_transform',
  metadata: FlatMetadata,
  usual: readonly number[],
  name: string,
  assumptions: Remark[],
): Rigid {
  const stored = metadata[key];
  if (stored === undefined)
    assumptions.push({
      ...remark('transform-assumed', { name, key }),
    });
  const m = stored ?? usual;
  if (!isRigid(m)) throw malformed(name, message('metadata-transform', { key }));
  for (const shift of [m[3], m[7], m[11]]) requireFigure('shiftMm', key, shift, name);
  return {
    R: Float64Array.of(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]),
    t: Float64Array.of(m[3] / 1000, m[7] / 1000, m[11] / 1000),
  };
}

/** Tolerance of a rotation matrix: metadata has 3 to 6 decimals. */
const ROTATION_TOLERANCE = 1e-3;

function isRigid(m: readonly number[]): boolean {
  const row = (i: number) => m.slice(4 * i, 4 * i + 3);
  const [x, y, z] = [row(0), row(1), row(2)];
  const determinant =
    x[0] * (y[1] * z[2] - y[2] * z[1]) -
    x[1] * (y[0] * z[2] - y[2] * z[0]) +
    x[2] * (y[0] * z[1] - y[1] * z[0]);
  const errors = [
    dot3(x, x) - 1,
    dot3(y, y) - 1,
    dot3(z, z) - 1,
    dot3(x, y),
    dot3(y, z),
    dot3(z, x),
    determinant - 1,
  ];
  const lastRow = m[12] === 0 && m[13] === 0 && m[14] === 0 && m[15] === 1;
  return lastRow && errors.every((error) => Math.abs(error) < ROTATION_TOLERANCE);
}

function firmwareOf(metadata: FlatMetadata): string {
  const revision = metadata.image_rev ?? metadata.build_rev ?? '';
  return /v(\d+\.\d+\.\d+)/.exec(revision)?.[1] ?? metadata.build_rev ?? '';
}

/** Column shift of each row due to its beam's azimuth, as in the maker's `pixel_shift_by_row`. */
function pixelShifts(azimuthDeg: Float64Array, columns: number): Int32Array {
  return Int32Array.from(azimuthDeg, (azimuth) => Math.round((azimuth / 360) * columns));
}

function malformed(name: string, what: Message): SocavonError {
  return new SocavonError('metadata-malformed', message('metadata-refused', { name, what }));
}
