import type { WriteSink } from './byte-stream.ts';

/** Writes what is already whole and closes the sink; where that fails the sink is aborted. */
export async function writeBytes(bytes: Uint8Array, sink: WriteSink): Promise<void> {
  try {
    await sink.write(bytes);
    await sink.close();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}
