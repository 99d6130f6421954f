import { type Message, message } from '../../messages/message.ts';
import type { ReadSource } from './byte-stream.ts';
import { Bzip2Blocks } from './bzip2.ts';
import { bearsMark, formatOfId, latin1 } from './file-kind.ts';
import { CHUNK_BYTES, type ForwardBytes } from './forward-bytes.ts';
import { gunzipForward, isGzip } from './gzip-source.ts';
import { isZstdSource, unzstdForward, ZSTD_HEAD_BYTES } from './zstd-source.ts';

/** Compressed bytes passed to the decompressor at once: a block seldom has more. */
const COMPRESSED_CHUNK_BYTES = 1 << 20;
/** No block needs more, whatever its codes are. */
const MOST_OF_BLOCK_BYTES = 8 << 20;
const BZIP2_HEAD_BYTES = 10;

/** True if bytes start as a stream of bzip2 does, and its first block or its end. */
function isBzip2(head: Uint8Array): boolean {
  return bearsMark(latin1(head.subarray(0, BZIP2_HEAD_BYTES)), formatOfId('bz2'));
}

/**
 * Decompresses a bzip2 source (one stream or several) as a forward stream. Blocks are given once their check sum is right; a
 * truncated or damaged file yields every block before the damage and sets `broken`.
 */
function bunzip2Forward(source: ReadSource): ForwardBytes {
  const blocks = new Bzip2Blocks();
  let offset = 0;
  let broken: Message | null = null;
  const breakOff = (): null => {
    broken = message('capture-bzip2-broken', { offset: offset - blocks.unread, size: source.size });
    return null;
  };
  return {
    name: source.name,
    compressed: 'bzip2',
    get broken() {
      return broken;
    },
    next: async () => {
      while (broken === null) {
        try {
          const piece = blocks.next();
          if (piece !== null) return piece;
        } catch (error) {
          if (error instanceof RangeError) return breakOff();
          throw error;
        }
        if (blocks.unread > MOST_OF_BLOCK_BYTES) return breakOff();
        const read = await source.read(offset, COMPRESSED_CHUNK_BYTES);
        offset += read.length;
        if (read.length === 0) return blocks.isAtEnd ? null : breakOff();
        blocks.push(read);
      }
      return null;
    },
  };
}

const HEAD_BYTES = Math.max(ZSTD_HEAD_BYTES, BZIP2_HEAD_BYTES);

/** Opens a source for forward reading; gzip, bzip2 and Zstandard are recognised by their first bytes, not by the name. */
export async function openForward(source: ReadSource): Promise<ForwardBytes> {
  const head = await source.read(0, HEAD_BYTES);
  if (isGzip(head)) return gunzipForward(source);
  if (isBzip2(head)) return bunzip2Forward(source);
  return isZstdSource(head) ? unzstdForward(source) : plainForward(source);
}

function plainForward(source: ReadSource): ForwardBytes {
  let offset = 0;
  const room = new Uint8Array(Math.min(CHUNK_BYTES, source.size));
  return {
    name: source.name,
    compressed: false,
    broken: null,
    next: async () => {
      const piece = await source.read(offset, CHUNK_BYTES, room);
      offset += piece.length;
      return piece.length > 0 ? piece : null;
    },
  };
}
