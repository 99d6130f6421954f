import type { ReadSource } from '../../../src-core/io/bytes/byte-stream.ts';

/**
 * A LAS writer of its own for the tests, after the tables of the specification (LAS 1.4 R15, sections 2.4 to 2.6), with no
 * code of the program: every version and point format, and every field as it is given.
 */
interface RawLas {
  readonly minor: 0 | 1 | 2 | 3 | 4;
  readonly format: number;
  /** Bytes after the standard fields of each record. */
  readonly extraBytes?: number;
  readonly vlrs?: readonly RawRecord[];
  readonly evlrs?: readonly RawRecord[];
  readonly scale?: readonly [number, number, number];
  readonly offset?: readonly [number, number, number];
  readonly points: readonly RawPoint[];
  /** Write the count into the field of older versions too. */
  readonly legacy?: boolean;
}

interface RawRecord {
  readonly userId: string;
  readonly recordId: number;
  readonly payload: Uint8Array;
}

export interface RawPoint {
  readonly units: readonly [number, number, number];
  readonly intensity: number;
  readonly returnNumber: number;
  readonly returns: number;
  readonly classification: number;
  readonly angle: number;
  readonly userData: number;
  readonly source: number;
  readonly time: number;
  readonly colour: readonly [number, number, number];
  readonly nir: number;
  readonly extra?: Uint8Array;
}

/** A point of a single return, dark and without a class, but for where it is. */
export const PLAIN_POINT: Omit<RawPoint, 'units'> = {
  intensity: 0,
  returnNumber: 1,
  returns: 1,
  classification: 0,
  angle: 0,
  userData: 0,
  source: 0,
  time: 0,
  colour: [0, 0, 0],
  nir: 0,
};

export const RECORD_BYTES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];

export function rawLas(file: RawLas): Uint8Array {
  const { minor, format, vlrs = [], evlrs = [], points, extraBytes = 0 } = file;
  const scale = file.scale ?? [0.001, 0.001, 0.001];
  const offset = file.offset ?? [0, 0, 0];
  const headerBytes = minor === 4 ? 375 : minor === 3 ? 235 : 227;
  const start = headerBytes + vlrs.reduce((sum, { payload }) => sum + 54 + payload.length, 0);
  const recordBytes = RECORD_BYTES[format] + extraBytes;
  const end = start + points.length * recordBytes;
  const bytes = new Uint8Array(end + evlrs.reduce((sum, { payload }) => sum + 60 + payload.length, 0));
  const view = new DataView(bytes.buffer);
  bytes.set([0x4c, 0x41, 0x53, 0x46]);
  view.setUint16(6, format >= 6 ? 16 : 0, true);
  bytes[24] = 1;
  bytes[25] = minor;
  view.setUint16(94, headerBytes, true);
  view.setUint32(96, start, true);
  view.setUint32(100, vlrs.length, true);
  bytes[104] = format;
  view.setUint16(105, recordBytes, true);
  if (minor < 4 || file.legacy) view.setUint32(107, points.length, true);
  for (let axis = 0; axis < 3; axis++) {
    const values = points.map(({ units }) => units[axis] * scale[axis] + offset[axis]);
    view.setFloat64(131 + 8 * axis, scale[axis], true);
    view.setFloat64(155 + 8 * axis, offset[axis], true);
    view.setFloat64(
      179 + 16 * axis,
      values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
      true,
    );
    view.setFloat64(
      187 + 16 * axis,
      values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
      true,
    );
  }
  if (minor === 4) {
    view.setBigUint64(235, evlrs.length > 0 ? BigInt(end) : 0n, true);
    view.setUint32(243, evlrs.length, true);
    view.setBigUint64(247, BigInt(points.length), true);
  }
  let at = headerBytes;
  for (const record of vlrs) {
    writeRecord(bytes, at, record, 54);
    at += 54 + record.payload.length;
  }
  points.forEach((point, i) => {
    writePoint(bytes, view, start + i * recordBytes, format, point);
  });
  at = end;
  for (const record of evlrs) {
    writeRecord(bytes, at, record, 60);
    at += 60 + record.payload.length;
  }
  return bytes;
}

function writeRecord(
  bytes: Uint8Array,
  at: number,
  { userId, recordId, payload }: RawRecord,
  head: 54 | 60,
): void {
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(userId), at + 2);
  view.setUint16(at + 18, recordId, true);
  if (head === 54) view.setUint16(at + 20, payload.length, true);
  else view.setBigUint64(at + 20, BigInt(payload.length), true);
  bytes.set(payload, at + head);
}

function writePoint(bytes: Uint8Array, view: DataView, at: number, format: number, point: RawPoint): void {
  for (let axis = 0; axis < 3; axis++) view.setInt32(at + 4 * axis, point.units[axis], true);
  view.setUint16(at + 12, point.intensity, true);
  if (format <= 5) {
    bytes[at + 14] = point.returnNumber | (point.returns << 3) | 0xc0;
    bytes[at + 15] = point.classification | 0xe0;
    view.setInt8(at + 16, point.angle);
    bytes[at + 17] = point.userData;
    view.setUint16(at + 18, point.source, true);
  } else {
    bytes[at + 14] = point.returnNumber | (point.returns << 4);
    bytes[at + 15] = 0xcf;
    bytes[at + 16] = point.classification;
    bytes[at + 17] = point.userData;
    view.setInt16(at + 18, point.angle, true);
    view.setUint16(at + 20, point.source, true);
  }
  const [time, colour, nir] = {
    0: [-1, -1, -1],
    1: [20, -1, -1],
    2: [-1, 20, -1],
    3: [20, 28, -1],
    4: [20, -1, -1],
    5: [20, 28, -1],
    6: [22, -1, -1],
    7: [22, 30, -1],
    8: [22, 30, 36],
    9: [22, -1, -1],
    10: [22, 30, 36],
  }[format] as [number, number, number];
  if (time >= 0) view.setFloat64(at + time, point.time, true);
  for (let c = 0; colour >= 0 && c < 3; c++) view.setUint16(at + colour + 2 * c, point.colour[c], true);
  if (nir >= 0) view.setUint16(at + nir, point.nir, true);
  if (point.extra) bytes.set(point.extra, at + RECORD_BYTES[format]);
}

/** Description of one number among the extra bytes (LAS 1.4 R15, table 23). */
export function extraDescriptor(
  name: string,
  type: number,
  options: { scale?: number; offset?: number; none?: bigint; undocumented?: number } = {},
): Uint8Array {
  const bytes = new Uint8Array(192);
  const view = new DataView(bytes.buffer);
  bytes[2] = type;
  bytes[3] =
    options.undocumented ??
    (options.none === undefined ? 0 : 1) |
      (options.scale === undefined ? 0 : 8) |
      (options.offset === undefined ? 0 : 16);
  bytes.set(new TextEncoder().encode(name), 4);
  if (options.none !== undefined) view.setBigInt64(40, options.none, true);
  view.setFloat64(112, options.scale ?? 0, true);
  view.setFloat64(136, options.offset ?? 0, true);
  return bytes;
}

/** A source that counts what is read of it, at most at once. */
export function countedSource(source: ReadSource): ReadSource & { most(): number } {
  let most = 0;
  return {
    name: source.name,
    size: source.size,
    read: (offset, length) => {
      most = Math.max(most, length);
      return source.read(offset, length);
    },
    most: () => most,
  };
}
