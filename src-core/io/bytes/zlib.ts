import { Unzlib, zlibSync } from 'fflate';

/**
 * Compresses pieces of bytes, none of which is used again, to one stream of zlib (RFC 1950). In one go: the streaming compressor of fflate 0.8.3 writes
 * streams that nobody can read of some bytes, such as a column of zeros and ones.
 */
export function zlibOf(pieces: Iterable<Uint8Array>): Uint8Array {
  return zlibSync(concatenated([...pieces]), { level: 6 });
}

/** Bytes that are expanded at a time: they become a thousand times as many at most. */
const INFLATED_AT_ONCE = 1 << 16;

/**
 * Expands a stream of zlib.
 *
 * @param most bytes that it may become
 * @throws Error if it is damaged or cut; RangeError if it becomes longer
 */
export function unzlib(stream: Uint8Array, most = Infinity): Uint8Array {
  const parts: Uint8Array[] = [];
  let ended = false;
  let length = 0;
  const inflate = new Unzlib((part, last) => {
    length += part.length;
    if (length > most) throw new RangeError(`a stream of zlib is longer than ${most} bytes`);
    parts.push(part);
    ended ||= last;
  });
  for (let at = 0; at === 0 || at < stream.length; at += INFLATED_AT_ONCE)
    inflate.push(stream.subarray(at, at + INFLATED_AT_ONCE), at + INFLATED_AT_ONCE >= stream.length);
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
