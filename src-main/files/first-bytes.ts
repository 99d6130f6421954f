import type { ReadSource } from '../../src-core/io/bytes/byte-stream.ts';
import { isOsf } from '../../src-core/io/capture/osf-capture.ts';

/** Source limited to the first bytes of another. */
export function firstBytes(source: ReadSource, bytes: number): ReadSource {
  const size = Math.min(source.size, bytes);
  return {
    name: source.name,
    size,
    read: (offset, length, into) => source.read(offset, Math.max(0, Math.min(length, size - offset)), into),
  };
}

/** The start of a capture to look at; all of an OSF file, whose index stands at its end and which is read by it. */
export async function headOf(source: ReadSource, bytes: number): Promise<ReadSource> {
  return (await isOsf(source)) ? source : firstBytes(source, bytes);
}
