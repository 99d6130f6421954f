import { message } from '../../../messages/message.ts';
import { type E57Pages, logicalOffset, physicalOffset } from './e57-pages.ts';
import { refusedBytes } from './e57-refusal.ts';
import type { E57Scan } from './e57-scan.ts';

export const SECTION_ID = 1;
export const SECTION_HEADER_BYTES = 32;
export const DATA_PACKET = 1;
const INDEX_PACKET = 0;
const EMPTY_PACKET = 2;

/**
 * The data packets of a scan, one piece for each stream, valid until the next packet. Packets follow each other to the end of
 * the section (ASTM E2807, CompressedVector binary section); index packets, which only help to skip, are passed
 * over.
 *
 * @throws SocavonError 'file-format' with the byte of the packet that is wrong
 */
export async function* dataPackets(
  pages: E57Pages,
  scan: E57Scan,
): AsyncGenerator<readonly Uint8Array[], void, undefined> {
  const { start, end } = await section(pages, scan);
  for (let at = start; at < end; ) {
    const refuse = (what: Parameters<typeof refusedBytes>[2]): Error =>
      refusedBytes(pages.name, physicalOffset(at), what);
    const head = await pages.read(at, 4);
    const kind = head[0];
    const length = 1 + (head[2] | (head[3] << 8));
    if (kind !== DATA_PACKET && kind !== INDEX_PACKET && kind !== EMPTY_PACKET)
      throw refuse(message('e57-packet-kind', { kind }));
    if (length % 4 !== 0) throw refuse(message('e57-packet-words', { length }));
    if (at + length > end) throw refuse(message('e57-packet-length', { length, left: end - at }));
    if (kind === DATA_PACKET) {
      const pieces = streamPieces(await pages.read(at, length), scan.fields.length);
      if (!pieces) throw refuse(message('e57-packet-streams', { length, count: scan.fields.length }));
      yield pieces;
    }
    at += length;
  }
}

/** Logical offsets of the first packet, and of the byte after the last. */
async function section(pages: E57Pages, scan: E57Scan): Promise<{ start: number; end: number }> {
  const from = logicalOffset(scan.sectionOffset);
  const refuse = (what: Parameters<typeof refusedBytes>[2]): Error =>
    refusedBytes(pages.name, scan.sectionOffset, what);
  if (from === null || from + SECTION_HEADER_BYTES > pages.size)
    throw refuse(message('e57-section-place', { scan: scan.name }));
  const head = await pages.read(from, SECTION_HEADER_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const length = Number(view.getBigUint64(8, true));
  const start = logicalOffset(Number(view.getBigUint64(16, true)));
  const end = from + length;
  const isWithin =
    start !== null && start >= from + SECTION_HEADER_BYTES && start <= end && end <= pages.size;
  if (head[0] !== SECTION_ID || !isWithin) throw refuse(message('e57-section', { scan: scan.name }));
  return { start, end };
}

/** The pieces of the streams in a data packet; null if it has other streams or they are longer than the packet. */
function streamPieces(packet: Uint8Array, streams: number): Uint8Array[] | null {
  const count = packet.length < 6 ? 0 : packet[4] | (packet[5] << 8);
  let at = 6 + 2 * count;
  if (count !== streams || at > packet.length) return null;
  const pieces: Uint8Array[] = [];
  for (let i = 0; i < count; i++) {
    const end = at + (packet[6 + 2 * i] | (packet[7 + 2 * i] << 8));
    if (end > packet.length) return null;
    pieces.push(packet.subarray(at, end));
    at = end;
  }
  return pieces;
}
