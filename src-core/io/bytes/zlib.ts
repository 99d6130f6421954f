import { Unzlib, Zlib } from 'fflate';

/** Compresses pieces of bytes to one stream of zlib (RFC 1950), a piece at a time. @returns the stream in parts */
export function zlibOf(pieces: Iterable<Uint8Array>): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const deflate = new Zlib({ level: 6 }, (part) => {
    parts.push(part);
  });
  for (const piece of pieces) deflate.push(piece);
  deflate.push(new Uint8Array(0), true);
  return parts;
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
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
