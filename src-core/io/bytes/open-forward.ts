import type { ReadSource } from './byte-stream.ts';
import { BZIP2_HEAD_BYTES, bunzip2Forward, isBzip2 } from './bzip2-source.ts';
import { CHUNK_BYTES, type ForwardBytes } from './forward-bytes.ts';
import { gunzipForward, isGzip } from './gzip-source.ts';
import { isZstdSource, unzstdForward, ZSTD_HEAD_BYTES } from './zstd-source.ts';

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
