import type { ReadSource } from '../../src-core/io/bytes/byte-stream.ts';

/** Source limited to the first bytes of another. */
export function firstBytes(source: ReadSource, bytes: number): ReadSource {
  const size = Math.min(source.size, bytes);
  return {
    name: source.name,
    size,
    read: (offset, length) => source.read(offset, Math.max(0, Math.min(length, size - offset))),
  };
}
