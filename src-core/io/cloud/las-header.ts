import { type Message, message } from '../../messages/message.ts';
import type { Bounds } from '../../model/bounds.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { isPlace } from './chunk-builder.ts';

/**
 * Public header block of a LAS file, ASPRS LAS Specification 1.4 R15 (2019), section 2.4, limited to the fields
 * that this program writes or reads. All numbers little-endian.
 */
interface LasHeader {
  readonly versionMinor: number;
  /** Bit 0 GPS time type, bit 4 the coordinate system is WKT (must be set for point formats 6 to 10). */
  readonly globalEncoding: number;
  readonly systemIdentifier: string;
  readonly generatingSoftware: string;
  /** Day of creation in UTC: 1 = 1 January; 0 with year 0 if unknown. */
  readonly creationDay: number;
  readonly creationYear: number;
  readonly pointDataOffset: number;
  readonly vlrCount: number;
  /** Point format without the bits of the compression. */
  readonly pointFormat: number;
  readonly recordBytes: number;
  readonly count: number;
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
  readonly bounds: Bounds;
}

/** Header of a file that was read: where its records and points lie. */
export interface ReadLasHeader extends LasHeader {
  /** The points are compressed (LAZ). */
  readonly compressed: boolean;
  readonly headerBytes: number;
  /** Of LAS 1.5, millions of seconds that its times are counted from; null: it has none. */
  readonly timeOffset: number | null;
  /** Extended records behind the points; offset 0 and count 0 if there are none. */
  readonly evlrOffset: number;
  readonly evlrCount: number;
}

export const LAS_HEADER_BYTES = 375;
/** Size of the header of versions 1.0 to 1.2, the shortest. */
const LAS_12_HEADER_BYTES = 227;
/** Version 1.3 adds the offset of the waveforms. */
const LAS_13_HEADER_BYTES = 235;
/** Version 1.5 adds the least and greatest GPS time, and the offset of the times. */
const LAS_15_HEADER_BYTES = 393;
const NEWEST_MINOR = 5;
/** Least size of the header by the minor version. */
const LEAST_BYTES: readonly number[] = [
  LAS_12_HEADER_BYTES,
  LAS_12_HEADER_BYTES,
  LAS_12_HEADER_BYTES,
  LAS_13_HEADER_BYTES,
  LAS_HEADER_BYTES,
  LAS_15_HEADER_BYTES,
];
const GLOBAL_ENCODING_WKT = 1 << 4;
const GLOBAL_ENCODING_TIME_OFFSET = 1 << 6;
/** Bit that LAZ sets in the point format; the bit below it was set by a test version of LASzip. */
const COMPRESSED = 0x80;
const COMPRESSED_BITS = 0xc0;

/** Bytes of the standard fields of point formats 0 to 10 (LAS 1.4 R15, section 2.6). */
export const STANDARD_BYTES: readonly number[] = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];
/** Fields of the header by their offsets, where a wrong value is refused. */
const AT = {
  version: 24,
  headerBytes: 94,
  pointDataOffset: 96,
  pointFormat: 104,
  recordBytes: 105,
  legacyCount: 107,
  scale: 131,
  offset: 155,
  evlr: 235,
  count: 247,
  timeOffset: 391,
} as const;

/**
 * Encodes the header of a LAS 1.4 file whose points are all single returns, 375 bytes.
 *
 * @param compressed the points are LAZ
 * @param evlrs offset and number of extended records
 */
export function encodeLasHeader(
  header: LasHeader,
  compressed = false,
  evlrs: { offset: number; count: number } = { offset: 0, count: 0 },
): Uint8Array {
  const bytes = new Uint8Array(LAS_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  writeText(bytes, 0, 4, 'LASF');
  view.setUint16(6, header.globalEncoding, true);
  view.setUint8(24, 1);
  view.setUint8(25, header.versionMinor);
  writeText(bytes, 26, 32, header.systemIdentifier);
  writeText(bytes, 58, 32, header.generatingSoftware);
  view.setUint16(90, header.creationDay, true);
  view.setUint16(92, header.creationYear, true);
  view.setUint16(AT.headerBytes, LAS_HEADER_BYTES, true);
  view.setUint32(AT.pointDataOffset, header.pointDataOffset, true);
  view.setUint32(100, header.vlrCount, true);
  view.setUint8(AT.pointFormat, header.pointFormat | (compressed ? COMPRESSED : 0));
  view.setUint16(AT.recordBytes, header.recordBytes, true);
  // 107..130, the 32-bit counts of older versions, stay zero, as required for point formats 6 to 10.
  for (let axis = 0; axis < 3; axis++) {
    view.setFloat64(AT.scale + 8 * axis, header.scale[axis], true);
    view.setFloat64(AT.offset + 8 * axis, header.offset[axis], true);
    view.setFloat64(179 + 16 * axis, header.count > 0 ? header.bounds.max[axis] : 0, true);
    view.setFloat64(187 + 16 * axis, header.count > 0 ? header.bounds.min[axis] : 0, true);
  }
  view.setBigUint64(AT.evlr, BigInt(evlrs.offset), true);
  view.setUint32(AT.evlr + 8, evlrs.count, true);
  view.setBigUint64(AT.count, BigInt(header.count), true);
  view.setBigUint64(AT.count + 8, BigInt(header.count), true);
  return bytes;
}

/** The global encoding that point formats 6 to 10 require. */
export const LAS_14_GLOBAL_ENCODING = GLOBAL_ENCODING_WKT;

/**
 * Reads the header of LAS 1.0 to 1.5, also of a LAZ, and checks each field that says where something lies or how
 * large it is.
 *
 * @throws SocavonError 'file-format' if it is not LAS or a field cannot be true, with its offset
 */
export async function readLasHeader(source: ReadSource): Promise<ReadLasHeader> {
  const bytes = await source.read(0, LAS_15_HEADER_BYTES);
  if (readText(bytes, 0, 4) !== 'LASF')
    throw new SocavonError('file-format', message('las-none', { name: source.name }));
  if (bytes.length < LAS_12_HEADER_BYTES)
    throw new SocavonError(
      'file-format',
      message('las-header-cut', { name: source.name, bytes: source.size, least: LAS_12_HEADER_BYTES }),
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const refuse = (at: number, what: Message): never => {
    throw new SocavonError('file-format', message('las-header', { name: source.name, offset: at, what }));
  };

  const [versionMajor, versionMinor] = [bytes[AT.version], bytes[AT.version + 1]];
  if (versionMajor > 1 || versionMinor > NEWEST_MINOR)
    throw new SocavonError(
      'file-format',
      message('las-newer', { name: source.name, version: `${versionMajor}.${versionMinor}` }),
    );
  if (versionMajor < 1)
    refuse(AT.version, message('las-header-version', { version: `${versionMajor}.${versionMinor}` }));
  const headerBytes = view.getUint16(AT.headerBytes, true);
  const least = LEAST_BYTES[versionMinor];
  if (headerBytes < least || headerBytes > source.size)
    refuse(
      AT.headerBytes,
      message('las-header-size', {
        bytes: headerBytes,
        version: `1.${versionMinor}`,
        least,
      }),
    );
  const pointDataOffset = view.getUint32(AT.pointDataOffset, true);
  if (pointDataOffset < headerBytes || pointDataOffset > source.size)
    refuse(
      AT.pointDataOffset,
      message('las-header-points', { start: pointDataOffset, headerBytes, bytes: source.size }),
    );

  const compressed = (bytes[AT.pointFormat] & COMPRESSED) !== 0;
  const pointFormat = compressed ? bytes[AT.pointFormat] & ~COMPRESSED_BITS : bytes[AT.pointFormat];
  const recordBytes = view.getUint16(AT.recordBytes, true);
  const standard = STANDARD_BYTES[pointFormat];
  if (standard === undefined || bytes[AT.pointFormat] & 0x40)
    refuse(AT.pointFormat, message('las-header-format', { format: bytes[AT.pointFormat] & 0x7f }));
  if (recordBytes < standard)
    refuse(
      AT.recordBytes,
      message('las-header-record', { format: pointFormat, bytes: recordBytes, least: standard }),
    );

  const wide = versionMinor >= 4;
  const legacyCount = view.getUint32(AT.legacyCount, true);
  const wideCount = wide ? Number(view.getBigUint64(AT.count, true)) : 0;
  if (wideCount > 0 && legacyCount > 0 && wideCount !== legacyCount)
    refuse(AT.legacyCount, message('las-header-counts', { legacy: legacyCount, count: wideCount }));

  const triple = (at: number, step: number): [number, number, number] => [
    view.getFloat64(at, true),
    view.getFloat64(at + step, true),
    view.getFloat64(at + 2 * step, true),
  ];
  const scale = triple(AT.scale, 8);
  const offset = triple(AT.offset, 8);
  for (let axis = 0; axis < 3; axis++) {
    const widest = scale[axis] * 2 ** 31 + Math.abs(offset[axis]);
    if (!(scale[axis] > 0) || !Number.isFinite(widest) || !isPlace(offset[axis], 0, 0))
      refuse(
        AT.scale + 8 * axis,
        message('las-header-scale', { axis: 'xyz'[axis], scale: scale[axis], offset: offset[axis] }),
      );
  }

  return {
    versionMinor,
    globalEncoding: view.getUint16(6, true),
    systemIdentifier: readText(bytes, 26, 32),
    generatingSoftware: readText(bytes, 58, 32),
    creationDay: view.getUint16(90, true),
    creationYear: view.getUint16(92, true),
    pointDataOffset,
    vlrCount: view.getUint32(100, true),
    pointFormat,
    recordBytes,
    count: wideCount || legacyCount,
    scale,
    offset,
    bounds: { max: triple(179, 16), min: triple(187, 16) },
    compressed,
    headerBytes,
    timeOffset:
      versionMinor >= 5 && view.getUint16(6, true) & GLOBAL_ENCODING_TIME_OFFSET
        ? view.getUint16(AT.timeOffset, true)
        : null,
    ...evlrsOf(view, wide),
  };
}

function evlrsOf(view: DataView, wide: boolean): { evlrOffset: number; evlrCount: number } {
  const evlrCount = wide ? view.getUint32(AT.evlr + 8, true) : 0;
  return { evlrCount, evlrOffset: evlrCount > 0 ? Number(view.getBigUint64(AT.evlr, true)) : 0 };
}

function writeText(bytes: Uint8Array, at: number, length: number, text: string): void {
  for (let i = 0; i < Math.min(length, text.length); i++) {
    const code = text.charCodeAt(i);
    bytes[at + i] = code < 128 ? code : 63;
  }
}

function readText(bytes: Uint8Array, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return String.fromCharCode(...field.subarray(0, end < 0 ? field.length : end));
}
