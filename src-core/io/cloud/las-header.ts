import { message } from '../../messages/message.ts';
import type { Bounds } from '../../model/bounds.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';

/**
 * Public header block of a LAS file, ASPRS LAS Specification 1.4 R15 (2019), section 2.4, limited to the fields
 * that this program writes or reads. All numbers little-endian.
 */
export interface LasHeader {
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
  readonly pointFormat: number;
  readonly recordBytes: number;
  readonly count: number;
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
  readonly bounds: Bounds;
}

export const LAS_HEADER_BYTES = 375;
/** Size of the version 1.2 header, the shortest with all fields except the 64-bit ones. */
const LAS_12_HEADER_BYTES = 227;
const GLOBAL_ENCODING_WKT = 1 << 4;

/** Encodes the header of a LAS 1.4 file whose points are all single returns, 375 bytes. */
export function encodeLasHeader(header: LasHeader): Uint8Array {
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
  view.setUint16(94, LAS_HEADER_BYTES, true);
  view.setUint32(96, header.pointDataOffset, true);
  view.setUint32(100, header.vlrCount, true);
  view.setUint8(104, header.pointFormat);
  view.setUint16(105, header.recordBytes, true);
  // 107..130, the 32-bit counts of older versions, stay zero, as required for point formats 6 to 10.
  for (let axis = 0; axis < 3; axis++) {
    view.setFloat64(131 + 8 * axis, header.scale[axis], true);
    view.setFloat64(155 + 8 * axis, header.offset[axis], true);
    view.setFloat64(179 + 16 * axis, header.count > 0 ? header.bounds.max[axis] : 0, true);
    view.setFloat64(187 + 16 * axis, header.count > 0 ? header.bounds.min[axis] : 0, true);
  }
  view.setBigUint64(247, BigInt(header.count), true);
  view.setBigUint64(255, BigInt(header.count), true);
  return bytes;
}

/** The global encoding that point formats 6 to 10 require. */
export const LAS_14_GLOBAL_ENCODING = GLOBAL_ENCODING_WKT;

/**
 * Reads the header of LAS 1.0 to 1.4.
 *
 * @throws SocavonError 'file-format' if it is not LAS, is compressed (LAZ), or has an inconsistent header
 */
export async function readLasHeader(source: ReadSource): Promise<LasHeader> {
  const bytes = await source.read(0, LAS_HEADER_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < LAS_12_HEADER_BYTES || readText(bytes, 0, 4) !== 'LASF') {
    throw new SocavonError('file-format', message('las-none', { name: source.name }));
  }
  const versionMinor = view.getUint8(25);
  const format = view.getUint8(104);
  if (format & 0xc0) {
    throw new SocavonError('file-format', message('las-compressed', { name: source.name }));
  }
  const wide = versionMinor >= 4 && bytes.length >= LAS_HEADER_BYTES;
  const triple = (at: number, step: number): [number, number, number] => [
    view.getFloat64(at, true),
    view.getFloat64(at + step, true),
    view.getFloat64(at + 2 * step, true),
  ];
  const legacyCount = view.getUint32(107, true);
  return {
    versionMinor,
    globalEncoding: view.getUint16(6, true),
    systemIdentifier: readText(bytes, 26, 32),
    generatingSoftware: readText(bytes, 58, 32),
    creationDay: view.getUint16(90, true),
    creationYear: view.getUint16(92, true),
    pointDataOffset: view.getUint32(96, true),
    vlrCount: view.getUint32(100, true),
    pointFormat: format,
    recordBytes: view.getUint16(105, true),
    count: wide ? Number(view.getBigUint64(247, true)) : legacyCount,
    scale: triple(131, 8),
    offset: triple(155, 8),
    bounds: { max: triple(179, 16), min: triple(187, 16) },
  };
}

function writeText(bytes: Uint8Array, at: number, length: number, text: string): void {
  for (let i = 0; i < Math.min(length, text.length); i++) {
    const code = text.charCodeAt(i);
    bytes[at + i] = code < 128 ? code : 63;
  }
}

function readText(bytes: Uint8Array, at: number, length: number): string {
  const end = bytes.subarray(at, at + length).indexOf(0);
  return String.fromCharCode(...bytes.subarray(at, at + (end < 0 ? length : end)));
}
