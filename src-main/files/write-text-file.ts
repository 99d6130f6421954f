import { writeBytes } from '../../src-core/io/bytes/write-bytes.ts';
import { openAtomicSink } from './atomic-sink.ts';

/** Writes a text file whole, or not at all. @throws SocavonError 'file-unwritable', 'disk-full' */
export async function writeTextFile(path: string, text: string): Promise<void> {
  await writeBytes(new TextEncoder().encode(text), await openAtomicSink(path));
}
