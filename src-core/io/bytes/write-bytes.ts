import { giveBack } from '../../model/give-back.ts';
import type { WriteSink } from './byte-stream.ts';

/** Writes complete contents and closes the sink; aborts the sink on failure. */
export async function writeBytes(bytes: Uint8Array, sink: WriteSink): Promise<void> {
  await writeAll([bytes], sink);
}

/** Writes a text part by part, as UTF-8, so that it is never in memory as a whole; closes the sink, or aborts it on failure. */
export async function writeText(parts: Iterable<string>, sink: WriteSink): Promise<void> {
  await writeAll(encoded(parts), sink);
}

async function writeAll(parts: Iterable<Uint8Array>, sink: WriteSink): Promise<void> {
  try {
    for (const bytes of parts) await sink.write(bytes);
    await sink.close();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

/** The bytes of each part, valid until the next is asked for. */
function* encoded(parts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const part of parts) {
    const bytes = encoder.encode(part);
    yield bytes;
    giveBack(bytes);
  }
}
