import { Unzlib, zlibSync } from 'fflate';

/**
 * Compresses pieces of bytes, none of which is used again, to one stream of zlib (RFC 1950). In one go: the streaming compressor of fflate 0.8.3 writes
 * streams that nobody can read of some bytes, such as a column of zeros and ones.
 */
export function zlibOf(pieces: Iterable<Uint8Array>): Uint8Array {
  return zlibSync(concatenated([...pieces]), { level: 6 });
}

/** Expands a stream of zlib. @throws Error if it is damaged or cut */
export function unzlib(stream: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let ended = false;
  const inflate = new Unzlib((part, last) => {
    parts.push(part);
    ended ||= last;
  });
  inflate.push(stream, true);
  if (!ended) throw new Error('a stream of zlib is cut');
  return concatenated(parts);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
