import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import type { LasHeader } from './las-header.ts';

/** Variable length record of a LAS file (LAS 1.4 R15, section 2.5). */
export interface LasVlr {
  readonly userId: string;
  readonly recordId: number;
  readonly payload: Uint8Array;
}

const VLR_HEADER_BYTES = 54;
const EXTRA_BYTES_DESCRIPTOR_BYTES = 192;
const EXTRA_BYTES_UINT32 = 5;

/** Sizes of the extra bytes' data types 1 to 10 (LAS 1.4 R15, table 24). */
const EXTRA_BYTES_SIZES = [1, 1, 2, 2, 4, 4, 8, 8, 4, 8];

/** The coordinate system as OGC WKT. */
export function wktVlr(wkt: string): LasVlr {
  return { userId: 'LASF_Projection', recordId: 2112, payload: new TextEncoder().encode(`${wkt}\0`) };
}

/** Declares one u32 after the standard fields of each point record. */
export function extraUint32Vlr(name: string, description: string): LasVlr {
  const payload = new Uint8Array(EXTRA_BYTES_DESCRIPTOR_BYTES);
  payload[2] = EXTRA_BYTES_UINT32;
  payload.set(new TextEncoder().encode(name).subarray(0, 32), 4);
  payload.set(new TextEncoder().encode(description).subarray(0, 32), 160);
  return { userId: 'LASF_Spec', recordId: 4, payload };
}

/** Encodes consecutive records, as they follow the public header. */
export function encodeVlrs(vlrs: readonly LasVlr[]): Uint8Array {
  const bytes = new Uint8Array(vlrs.reduce((sum, vlr) => sum + VLR_HEADER_BYTES + vlr.payload.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { userId, recordId, payload } of vlrs) {
    bytes.set(new TextEncoder().encode(userId).subarray(0, 16), at + 2);
    view.setUint16(at + 18, recordId, true);
    view.setUint16(at + 20, payload.length, true);
    bytes.set(payload, at + VLR_HEADER_BYTES);
    at += VLR_HEADER_BYTES + payload.length;
  }
  return bytes;
}

/** @throws SocavonError 'file-format' if the records do not end before the points */
export async function readVlrs(
  source: ReadSource,
  header: LasHeader,
  headerBytes: number,
): Promise<LasVlr[]> {
  const bytes = await source.read(headerBytes, Math.max(0, header.pointDataOffset - headerBytes));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const vlrs: LasVlr[] = [];
  for (let at = 0; vlrs.length < header.vlrCount; ) {
    const length = at + VLR_HEADER_BYTES <= bytes.length ? view.getUint16(at + 20, true) : Infinity;
    if (at + VLR_HEADER_BYTES + length > bytes.length) {
      throw new SocavonError(
        'file-format',
        message('las-vlr', {
          name: source.name,
          record: vlrs.length + 1,
          count: header.vlrCount,
          offset: header.pointDataOffset,
        }),
      );
    }
    vlrs.push({
      userId: text(bytes.subarray(at + 2, at + 18)),
      recordId: view.getUint16(at + 18, true),
      payload: bytes.slice(at + VLR_HEADER_BYTES, at + VLR_HEADER_BYTES + length),
    });
    at += VLR_HEADER_BYTES + length;
  }
  return vlrs;
}

/**
 * Offset of a named u32 among the extra bytes of a point record, counted from their start; null if there is none of
 * that name and type.
 */
export function extraUint32Offset(vlrs: readonly LasVlr[], name: string): number | null {
  const declared = vlrs.find((vlr) => vlr.userId === 'LASF_Spec' && vlr.recordId === 4)?.payload;
  if (!declared) return null;
  let offset = 0;
  for (let at = 0; at + EXTRA_BYTES_DESCRIPTOR_BYTES <= declared.length; at += EXTRA_BYTES_DESCRIPTOR_BYTES) {
    const type = declared[at + 2];
    if (type === EXTRA_BYTES_UINT32 && text(declared.subarray(at + 4, at + 36)) === name) return offset;
    // Type 0 is a run of undocumented bytes, its length in the options field.
    const size = type === 0 ? declared[at + 3] : EXTRA_BYTES_SIZES[type - 1];
    if (size === undefined) return null;
    offset += size;
  }
  return null;
}

function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return String.fromCharCode(...bytes.subarray(0, end < 0 ? bytes.length : end));
}
