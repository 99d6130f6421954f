import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { WriteSink } from './byte-stream.ts';

/** Batch size in characters, buffered before they are written to the sink. */
const BATCH = 1 << 16;

/**
 * Writes a text piece by piece and closes the sink; aborts the sink on any failure, so that no partial file is
 * left. Only one batch is in memory.
 *
 * @param encode the bytes of a batch; UTF-8 by default
 * @throws errors of a piece or the sink, CancelledError
 */
export async function writeText(
  pieces: Iterable<string>,
  sink: WriteSink,
  context: StageContext,
  encode: (text: string) => Uint8Array = utf8,
): Promise<void> {
  try {
    let batch: string[] = [];
    let length = 0;
    for (const piece of pieces) {
      batch.push(piece);
      length += piece.length;
      if (length < BATCH) continue;
      throwIfCancelled(context.cancel, 'work-export');
      await sink.write(encode(batch.join('')));
      batch = [];
      length = 0;
    }
    await sink.write(encode(batch.join('')));
    await sink.close();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
