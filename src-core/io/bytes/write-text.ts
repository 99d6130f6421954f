import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { WriteSink } from './byte-stream.ts';

/** Characters that are gathered before they go to the sink. */
const BATCH = 1 << 16;

/**
 * Writes a text piece by piece and closes the sink; where anything fails the sink is aborted, so that no half file is
 * left. Nothing is kept but one batch.
 * @param encode the bytes of a batch; UTF-8 unless told
 * @throws what a piece or the sink throws, CancelledError
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
      throwIfCancelled(context.cancel, 'The export');
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
