import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import type { ReadLasHeader } from '../las-header.ts';
import { ArithmeticDecoder } from './arithmetic-decoder.ts';
import { ArithmeticEncoder } from './arithmetic-encoder.ts';
import { IntegerCoder } from './integer-coder.ts';
import { isOneStream, type LazRecord } from './laz-record.ts';

/** Points that are compressed together, and where they lie in the file. */
export interface LazChunk {
  readonly at: number;
  readonly bytes: number;
  readonly points: number;
}

/** Before the first chunk stands the offset of the table, 64 bits. */
export const TABLE_POINTER_BYTES = 8;
/** Version and number of chunks. */
const TABLE_HEAD_BYTES = 8;
/** Points that a byte can hold at most: models do not learn that a symbol is all but certain beyond this. */
const MOST_POINTS_OF_BYTE = 4096;
/** Contexts of the numbers of points and of bytes. */
const OF_POINTS = 0;
const OF_BYTES = 1;

/** Encodes the table of chunks. @param variable with the number of points of each */
export function encodeChunkTable(
  chunks: readonly Pick<LazChunk, 'bytes' | 'points'>[],
  variable: boolean,
): Uint8Array {
  const coder = new ArithmeticEncoder();
  const numbers = new IntegerCoder(32, 2);
  let before = { points: 0, bytes: 0 };
  for (const chunk of chunks) {
    if (variable) numbers.encode(coder, before.points, chunk.points, OF_POINTS);
    numbers.encode(coder, before.bytes, chunk.bytes, OF_BYTES);
    before = chunk;
  }
  const code = coder.finish();
  const table = new Uint8Array(TABLE_HEAD_BYTES + code.length);
  new DataView(table.buffer).setUint32(4, chunks.length, true);
  table.set(code, TABLE_HEAD_BYTES);
  return table;
}

/**
 * Reads where the chunks of a LAZ lie. The chunks must fill the file from the first point to the table, and hold the
 * points of the header.
 *
 * @throws SocavonError 'file-format' if the table is absent, damaged or disagrees with the header
 */
export async function readChunkTable(
  source: ReadSource,
  header: ReadLasHeader,
  record: LazRecord,
): Promise<LazChunk[]> {
  const { pointDataOffset, count, recordBytes } = header;
  if (isOneStream(record)) {
    const bytes = source.size - pointDataOffset;
    if (count > 0 && (bytes < recordBytes || count > bytes * MOST_POINTS_OF_BYTE))
      throw new SocavonError(
        'file-format',
        message('laz-chunk', { name: source.name, offset: pointDataOffset, bytes, points: count }),
      );
    return count === 0 ? [] : [{ at: pointDataOffset, bytes, points: count }];
  }
  const start = pointDataOffset + TABLE_POINTER_BYTES;
  const tableAt = await tablePosition(source, pointDataOffset);
  if (tableAt === null || tableAt < start || tableAt + TABLE_HEAD_BYTES > source.size)
    throw new SocavonError(
      'file-format',
      message('laz-table-none', { name: source.name, offset: pointDataOffset, bytes: source.size }),
    );
  const damaged = (): SocavonError =>
    new SocavonError('file-format', message('laz-table', { name: source.name, offset: tableAt, count }));

  const head = await source.read(tableAt, TABLE_HEAD_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const [version, chunkCount] = [view.getUint32(0, true), view.getUint32(4, true)];
  // Each chunk starts with a whole record, so that their number is bounded before anything is allocated for it.
  if (version !== 0 || chunkCount * recordBytes > tableAt - start) throw damaged();
  if (record.chunkPoints !== null && chunkCount !== Math.ceil(count / record.chunkPoints)) throw damaged();
  // A number takes at most 6 bytes of code.
  const code = await source.read(tableAt + TABLE_HEAD_BYTES, 12 * chunkCount + 64);
  const coder = new ArithmeticDecoder(code);
  const numbers = new IntegerCoder(32, 2);
  const chunks: LazChunk[] = [];
  let at = start;
  let left = count;
  for (let before = { points: 0, bytes: 0 }; chunks.length < chunkCount; ) {
    const points =
      record.chunkPoints === null
        ? numbers.decode(coder, before.points, OF_POINTS) >>> 0
        : Math.min(record.chunkPoints, left);
    const bytes = numbers.decode(coder, before.bytes, OF_BYTES) >>> 0;
    if (points > left || points > bytes * MOST_POINTS_OF_BYTE) throw damaged();
    if (bytes < recordBytes || at + bytes > tableAt || coder.read() > code.length) throw damaged();
    chunks.push({ at, bytes, points });
    before = { points, bytes };
    at += bytes;
    left -= points;
  }
  if (left !== 0 || at !== tableAt) throw damaged();
  return chunks;
}

/** Offset of the table: before the points, or, where a writer could not go back, at the very end of the file. */
async function tablePosition(source: ReadSource, pointDataOffset: number): Promise<number | null> {
  const pointer = async (at: number): Promise<number | null> => {
    const bytes = at >= 0 ? await source.read(at, TABLE_POINTER_BYTES) : new Uint8Array(0);
    if (bytes.length < TABLE_POINTER_BYTES) return null;
    return Number(new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getBigInt64(0, true));
  };
  const before = await pointer(pointDataOffset);
  return before === -1 ? pointer(source.size - TABLE_POINTER_BYTES) : before;
}
