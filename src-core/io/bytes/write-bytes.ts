import type { WriteSink } from './byte-stream.ts';

/** Writes complete contents and closes the sink; aborts the sink on failure. */
export async function writeBytes(bytes: Uint8Array, sink: WriteSink): Promise<void> {
  try {
    await sink.write(bytes);
    await sink.close();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}
