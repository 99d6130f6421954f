import type { ImuSample, Scan } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import { FlatTable } from '../../bytes/flat-table.ts';
import { decodeField, FieldError } from './osf-field.ts';

/** A rotation with the readings of the inertial unit that were recorded in it. */
export interface OsfScan {
  readonly scan: Scan;
  readonly imu: readonly ImuSample[];
  /** Lidar packets that it was made of; 0 where the file does not say. */
  readonly packets: number;
  /** Columns of which a packet arrived, as in `CaptureHealth`: 1 arrived. */
  readonly arrived: Uint8Array;
  /** Fields that could not be decoded and stay zero, by name, with the reason in a word. */
  readonly lost: ReadonlyMap<string, string>;
}

/** Fields that are read, by the numbers of the schema's CHAN_FIELD. */
const CHANNELS: Readonly<Record<number, string>> = {
  1: 'RANGE',
  2: 'RANGE2',
  3: 'SIGNAL',
  4: 'SIGNAL2',
  5: 'REFLECTIVITY',
  6: 'REFLECTIVITY2',
  7: 'NEAR_IR',
};

/** Elements of fields by the numbers of CHAN_FIELD_TYPE. */
const UINT8 = 1;
const UINT16 = 2;
const UINT32 = 3;
const UINT64 = 4;
/** Elements that no range can be of. */
const OTHER_TYPES: Readonly<Record<number, string>> = {
  5: 'INT8',
  6: 'INT16',
  7: 'INT32',
  8: 'INT64',
  9: 'FLOAT32',
  10: 'FLOAT64',
};

/** A field as stored: its bytes, rows and columns, and whether its rows are shifted upright. */
interface StoredField {
  readonly bytes: Uint8Array;
  readonly type: number;
  readonly shape: readonly number[];
  readonly isUpright: boolean;
}

/**
 * Reads a message of a stream of scans (schema `lidar_scan_stream`, table LidarScanMsg).
 *
 * @throws FieldError if its ranges or stamps have other sizes than the sensor, or are damaged; RangeError if its table is
 */
export function readOsfScan(bytes: Uint8Array, sensor: SensorModel): OsfScan {
  const message = FlatTable.rootOf(bytes);
  const { beams, columnsPerFrame: columns } = sensor;
  const fields = fieldsOf(message, beams, columns);
  const image = (name: string) => pixels(fields.get(name), name, sensor);
  const lost = new Map<string, string>();
  // One field that cannot be decoded costs itself, not the ranges.
  const optional = <T>(name: string, read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      lost.set(name, error.message);
      return null;
    }
  };
  const short = (name: string) =>
    narrowed(
      optional(name, () => image(name)),
      beams * columns,
    );
  const range2 =
    optional('RANGE2', () => image('RANGE2')) ??
    (lost.has('RANGE2') ? new Uint32Array(beams * columns) : null);
  const stampNs = new BigUint64Array(columns);
  const stamps = message.structs(2, 8);
  const status = message.structs(4, 4);
  requireLength(stamps.byteLength / 8, columns, 'header_timestamp');
  if (status.byteLength > 0) requireLength(status.byteLength / 4, columns, 'header_status');
  const columnValid = new Uint8Array(columns);
  const arrived = new Uint8Array(columns);
  for (let column = 0; column < columns; column++) {
    const stamp = stamps.getBigUint64(8 * column, true);
    arrived[column] = stamp > 0n ? 1 : 0;
    const isValid = status.byteLength > 0 ? (status.getUint32(4 * column, true) & 1) === 1 : stamp > 0n;
    if (!isValid) continue;
    columnValid[column] = 1;
    stampNs[column] = stamp;
  }
  const scan: Scan = {
    frameId: message.i32(5) & 0xffff,
    beams,
    columns,
    rangeMm: image('RANGE') ?? fail('RANGE'),
    reflectivity: short('REFLECTIVITY'),
    signal: short('SIGNAL'),
    nearIr: short('NEAR_IR'),
    stampNs,
    columnValid,
    ...(range2 === null
      ? {}
      : {
          second: { rangeMm: range2, reflectivity: short('REFLECTIVITY2'), signal: short('SIGNAL2') },
        }),
  };
  const imu = optional('IMU', () => imuOf(fields)) ?? [];
  return { scan, imu, packets: packetsOf(message), arrived, lost };
}

function fail(name: string): never {
  throw new FieldError(`no ${name}`);
}

function requireLength(actual: number, expected: number, name: string): void {
  if (actual !== expected) throw new FieldError(`${name}: ${actual} for ${expected}`);
}

/** Channels, whose rows are shifted upright if they are PNG images, and fields by name, whose rows are not. */
function fieldsOf(message: FlatTable, beams: number, columns: number): Map<string, StoredField> {
  const fields = new Map<string, StoredField>();
  for (const field of message.tables(8)) {
    const shape = field.structs(2, 8);
    fields.set(field.text(0), {
      bytes: field.bytes(4),
      type: field.u8(1),
      shape: Array.from({ length: shape.byteLength / 8 }, (_, i) => Number(shape.getBigUint64(8 * i, true))),
      isUpright: false,
    });
  }
  const types = message.structs(1, 2);
  message.tables(0).forEach((channel, i) => {
    const name = 2 * i + 1 < types.byteLength ? CHANNELS[types.getUint8(2 * i)] : undefined;
    if (name === undefined) return;
    const bytes = channel.bytes(0);
    fields.set(name, {
      bytes,
      type: types.getUint8(2 * i + 1),
      shape: [beams, columns],
      isUpright: bytes[0] === 0x89 && bytes[1] === 0x50,
    });
  });
  return fields;
}

/** A field of the range image, staggered as the sensor sent it; null if the scan has none. */
function pixels(field: StoredField | undefined, name: string, sensor: SensorModel): Uint32Array | null {
  if (field === undefined) return null;
  const { beams, columnsPerFrame: columns, pixelShiftByRow } = sensor;
  if (field.shape.length !== 2 || field.shape[0] !== beams || field.shape[1] !== columns)
    throw new FieldError(`${name} of ${field.shape.join(' x ')}`);
  const bytes = decodeField(field.bytes, beams, columns, field.type);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const read = readerOf(view, field.type, name);
  const out = new Uint32Array(beams * columns);
  for (let beam = 0; beam < beams; beam++) {
    // Upright images have row by row been shifted to the right.
    const shift = field.isUpright ? pixelShiftByRow[beam] : 0;
    for (let column = 0; column < columns; column++) {
      const from = (((column + shift) % columns) + columns) % columns;
      out[beam * columns + column] = read(beam * columns + from);
    }
  }
  return out;
}

function readerOf(view: DataView, type: number, name: string): (i: number) => number {
  if (type === UINT8) return (i) => view.getUint8(i);
  if (type === UINT16) return (i) => view.getUint16(2 * i, true);
  if (type === UINT32) return (i) => view.getUint32(4 * i, true);
  if (type === UINT64) return (i) => Number(view.getBigUint64(8 * i, true));
  throw new FieldError(`${name} of type ${OTHER_TYPES[type] ?? type}`);
}

function narrowed(values: Uint32Array | null, length: number): Uint16Array {
  return values === null ? new Uint16Array(length) : Uint16Array.from(values);
}

/** The readings that firmware 3.2 sends with a rotation: m/s^2 and rad/s, with their stamps. */
function imuOf(fields: ReadonlyMap<string, StoredField>): ImuSample[] {
  const stamps = rowsOf(fields.get('IMU_TIMESTAMP'), 1);
  const accel = rowsOf(fields.get('IMU_ACC'), 3);
  const gyro = rowsOf(fields.get('IMU_GYRO'), 3);
  if (stamps === null || accel === null || gyro === null) return [];
  const count = stamps.byteLength / 8;
  if (accel.byteLength !== 12 * count || gyro.byteLength !== 12 * count) return [];
  const status = rowsOf(fields.get('IMU_STATUS'), 1);
  const samples: ImuSample[] = [];
  for (let i = 0; i < count; i++) {
    const stampNs = stamps.getBigUint64(8 * i, true);
    const isValid = status === null || (status.getUint8((status.byteLength / count) * i) & 1) === 1;
    if (stampNs > 0n && isValid)
      samples.push({ stampNs, accel: triple(accel, 12 * i), gyro: triple(gyro, 12 * i) });
  }
  return samples;
}

/** A field of rows, each of `columns` elements; null if it is absent or has another shape. */
function rowsOf(field: StoredField | undefined, columns: number): DataView | null {
  if (field === undefined || (field.shape[1] ?? 1) !== columns || field.shape.length > 2) return null;
  const bytes = decodeField(field.bytes, field.shape[0], columns, field.type);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function triple(view: DataView, at: number): [number, number, number] {
  return [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)];
}

/** Lidar packets with a stamp of their reception. */
function packetsOf(message: FlatTable): number {
  const stamps = message.structs(7, 8);
  let count = 0;
  for (let at = 0; at + 8 <= stamps.byteLength; at += 8) if (stamps.getBigUint64(at, true) > 0n) count++;
  return count;
}
