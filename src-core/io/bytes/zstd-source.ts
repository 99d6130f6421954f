import { Decompress } from 'fzstd';
import { type Message, message } from '../../messages/message.ts';
import type { ReadSource } from './byte-stream.ts';
import type { ForwardBytes } from './forward-bytes.ts';
import { zstdWindow } from './zstd.ts';

/** Compressed bytes passed to the decompressor at once: each four of them may stand for 128 kB. */
const COMPRESSED_CHUNK_BYTES = 1 << 12;
/** Bytes of contents that a frame may refer back to: what the program of its makers unpacks without being asked. */
const MOST_WINDOW = 128 << 20;
export const ZSTD_HEAD_BYTES = 18;

/** True for the start of a file that is compressed with Zstandard, with a window that is unpacked. */
export function isZstdSource(head: Uint8Array): boolean {
  const window = zstdWindow(head);
  return window !== null && window <= MOST_WINDOW;
}

/**
 * Decompresses a source of one frame of Zstandard as a forward stream. A truncated or damaged file yields everything before
 * the damage and sets `broken`.
 */
export function unzstdForward(source: ReadSource): ForwardBytes {
  const ready: Uint8Array[] = [];
  let offset = 0;
  let done = false;
  let broken: Message | null = null;
  const decompress = new Decompress((piece) => {
    if (piece.length > 0) ready.push(piece.slice());
  });
  const pump = async (): Promise<void> => {
    const piece = await source.read(offset, COMPRESSED_CHUNK_BYTES);
    offset += piece.length;
    done = offset >= source.size || piece.length === 0;
    try {
      decompress.push(piece);
      // Throws if the frame has not ended.
      if (done) decompress.push(new Uint8Array(0), true);
    } catch {
      broken = message('capture-zstd-broken', { offset, size: source.size });
      done = true;
    }
  };
  return {
    name: source.name,
    compressed: 'zstd',
    get broken() {
      return broken;
    },
    next: async () => {
      while (ready.length === 0 && !done) await pump();
      return ready.shift() ?? null;
    },
  };
}
