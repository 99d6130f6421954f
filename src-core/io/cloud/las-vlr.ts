import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { byteCursor } from '../bytes/byte-cursor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import type { ReadLasHeader } from './las-header.ts';

/** Variable length record of a LAS file (LAS 1.4 R15, section 2.5), or an extended one (section 2.7). */
export interface LasVlr {
  readonly userId: string;
  readonly recordId: number;
  readonly payload: Uint8Array;
}

/** User id of the records of the coordinate system. */
export const PROJECTION = 'LASF_Projection';
export const WKT_RECORD = 2112;
/** User id of the records of this program. */
export const OWN_RECORDS = 'Socavon';

const VLR_HEADER_BYTES = 54;
export const EVLR_HEADER_BYTES = 60;
/** More records than any file has; a count above it is damage, and walking it would take minutes. */
const MOST_RECORDS = 10_000;
/** Users of the records that are read here; those of other programs and waveforms are passed over. */
const KNOWN_USERS: ReadonlySet<string> = new Set([PROJECTION, 'LASF_Spec', 'laszip encoded', OWN_RECORDS]);
/** What is read here takes kilobytes. */
const MOST_PAYLOAD_BYTES = 1 << 24;

const NOTHING = new Uint8Array(0);

/** The coordinate system as OGC WKT. */
export function wktVlr(wkt: string): LasVlr {
  return { userId: PROJECTION, recordId: WKT_RECORD, payload: new TextEncoder().encode(`${wkt}\0`) };
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

/** Encodes one extended record, as it follows the points. */
export function encodeEvlr({ userId, recordId, payload }: LasVlr): Uint8Array {
  const bytes = new Uint8Array(EVLR_HEADER_BYTES + payload.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(userId).subarray(0, 16), 2);
  view.setUint16(18, recordId, true);
  view.setBigUint64(20, BigInt(payload.length), true);
  bytes.set(payload, EVLR_HEADER_BYTES);
  return bytes;
}

/**
 * Reads the records between the header and the points, then the extended ones behind the points. Those that this
 * program does not know, or of more than 16 MiB, have an empty payload.
 *
 * @throws SocavonError 'file-format' if a record does not end before the points, or the file
 */
export async function readVlrs(source: ReadSource, header: ReadLasHeader): Promise<LasVlr[]> {
  const { headerBytes, pointDataOffset, vlrCount, evlrOffset, evlrCount } = header;
  if (vlrCount > MOST_RECORDS || evlrCount > MOST_RECORDS)
    throw new SocavonError(
      'file-format',
      message('las-vlr-count', {
        name: source.name,
        offset: vlrCount > MOST_RECORDS ? 100 : 243,
        count: Math.max(vlrCount, evlrCount),
      }),
    );
  const vlrs: LasVlr[] = [];
  const cursor = byteCursor(source, headerBytes, message('part-las-record'));
  for (let record = 0; record < vlrCount; record++) {
    const at = cursor.position();
    const fits = (length: number): boolean => cursor.position() + length <= pointDataOffset;
    const head = fits(VLR_HEADER_BYTES) ? headOf(await cursor.take(VLR_HEADER_BYTES), false) : null;
    if (!head || !fits(head.length))
      throw new SocavonError(
        'file-format',
        message('las-vlr', {
          name: source.name,
          record: record + 1,
          count: vlrCount,
          at,
          offset: pointDataOffset,
        }),
      );
    const payload = await cursor.take(head.length);
    vlrs.push({ ...head, payload: KNOWN_USERS.has(head.userId) ? payload.slice() : NOTHING });
  }
  for (let record = 0, at = evlrOffset; record < evlrCount; record++) {
    const room = source.size - at - EVLR_HEADER_BYTES;
    const head = room >= 0 ? headOf(await source.read(at, EVLR_HEADER_BYTES), true) : null;
    if (!head || head.length > room || at < pointDataOffset)
      throw new SocavonError(
        'file-format',
        message('las-evlr', {
          name: source.name,
          record: record + 1,
          count: evlrCount,
          at,
          bytes: source.size,
        }),
      );
    const isRead = KNOWN_USERS.has(head.userId) && head.length <= MOST_PAYLOAD_BYTES;
    const payload = isRead ? (await source.read(at + EVLR_HEADER_BYTES, head.length)).slice() : NOTHING;
    vlrs.push({ ...head, payload });
    at += EVLR_HEADER_BYTES + head.length;
  }
  return vlrs;
}

/** The first record of a kind; null if there is none. */
export function findVlr(vlrs: readonly LasVlr[], userId: string, recordId: number): Uint8Array | null {
  return vlrs.find((vlr) => vlr.userId === userId && vlr.recordId === recordId)?.payload ?? null;
}

/** Text of a field of fixed length, up to its first zero. */
export function fieldText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder('utf-8').decode(bytes.subarray(0, end < 0 ? bytes.length : end));
}

function headOf(bytes: Uint8Array, extended: boolean): { userId: string; recordId: number; length: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    userId: fieldText(bytes.subarray(2, 18)),
    recordId: view.getUint16(18, true),
    length: extended ? Number(view.getBigUint64(20, true)) : view.getUint16(20, true),
  };
}
