import { Gunzip } from 'fflate';
import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from './byte-stream.ts';
import { crc32 } from './crc32.ts';
import type { ForwardBytes } from './forward-bytes.ts';

/** Compressed bytes passed to the decompressor at once; at most this many are lost to damage. */
const COMPRESSED_CHUNK_BYTES = 1 << 16;
/** At the end of each member: CRC-32 and length modulo 2^32 of its contents. */
const TRAILER_BYTES = 8;

/** True if bytes start as a gzip member does (RFC 1952: magic, then the deflate method). */
export function isGzip(head: Uint8Array): boolean {
  return head.length >= 3 && head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
}

/** Checksum and length of one member's contents. */
interface Member {
  crc: number;
  length: number;
  /** End of the member in the file. */
  end: number;
}

/**
 * Decompresses a gzip source (one member or several, RFC 1952) as a forward stream. Each member is checked against
 * its checksum: the decompressor itself does not detect a truncated file. A truncated or damaged file yields
 * everything before the damage and sets `broken`. A member as long as its trailer says, of another checksum, is whole and
 * wrong in a place that nothing tells.
 *
 * @throws SocavonError 'capture-format', from `next`, of such a member
 */
export function gunzipForward(source: ReadSource): ForwardBytes {
  const ready: Uint8Array[] = [];
  const ended: Member[] = [];
  let member: Member = { crc: 0, length: 0, end: source.size };
  let offset = 0;
  let done = false;
  let broken: Message | null = null;

  const gunzip = new Gunzip((piece) => {
    if (piece.length === 0) return;
    member.crc = crc32(piece, member.crc);
    member.length += piece.length;
    ready.push(piece);
  });
  gunzip.onmember = (start) => {
    ended.push({ ...member, end: start });
    member = { crc: 0, length: 0, end: source.size };
  };

  const pump = async (): Promise<void> => {
    const piece = await source.read(offset, COMPRESSED_CHUNK_BYTES);
    offset += piece.length;
    done = offset >= source.size || piece.length === 0;
    try {
      // Never as its final chunk: it would throw at a truncation and discard its unpacked bytes.
      gunzip.push(piece);
    } catch (cause) {
      broken = message('capture-gzip-unpacked', {
        offset,
        size: source.size,
        why: (cause as Error).message,
      });
    }
    if (done && broken === null) ended.push(member);
    for (const finished of ended.splice(0)) {
      if (broken !== null) continue;
      const agrees = await compare(source, finished);
      if (agrees === 'another sum')
        throw new SocavonError(
          'capture-format',
          message('capture-sum-wrong', { name: source.name, packed: 'gzip' }),
        );
      if (agrees === 'cut') broken = message('capture-gzip-cut', { end: finished.end, size: source.size });
    }
    if (broken !== null) done = true;
  };

  return {
    name: source.name,
    compressed: 'gzip',
    get broken() {
      return broken;
    },
    next: async () => {
      while (ready.length === 0 && !done) await pump();
      return ready.shift() ?? null;
    },
  };
}

async function compare(
  source: ReadSource,
  { crc, length, end }: Member,
): Promise<'whole' | 'another sum' | 'cut'> {
  if (end < TRAILER_BYTES) return 'cut';
  const trailer = await source.read(end - TRAILER_BYTES, TRAILER_BYTES);
  const view = new DataView(trailer.buffer, trailer.byteOffset, trailer.byteLength);
  // The end of a cut file has the right length once in four thousand million; of nothing it may well have.
  if (view.getUint32(4, true) !== length % 2 ** 32) return 'cut';
  if (view.getUint32(0, true) === crc) return 'whole';
  return length > 0 ? 'another sum' : 'cut';
}
