import type { PatchSink } from '../bytes/byte-stream.ts';
import { crc32 } from '../bytes/crc32.ts';
import { type CloudSummary, type CloudWriter, receiptWriter } from './cloud-writer.ts';
import { LAS_WRITER_DEFAULTS, type LasWriterOptions, lasRecords, MAP_POINT_FORMAT } from './las-records.ts';
import { LazChunkEncoder } from './laz/chunk-encoder.ts';
import { encodeChunkTable, type LazChunk, TABLE_POINTER_BYTES } from './laz/chunk-table.ts';
import { lazVlr } from './laz/laz-record.ts';

/** Points of a chunk: what LASzip and the programs that follow it write. */
const CHUNK_POINTS = 50_000;

/**
 * Writes LAZ: the LAS that `createLasWriter` writes, compressed in layers and chunks of 50,000 points, with the table of
 * chunks behind them. One chunk is in memory.
 *
 * @throws SocavonError 'export-range' if the map spans more than 32 bits of `scale`
 */
export async function createLazWriter(
  sink: PatchSink,
  summary: CloudSummary,
  options: LasWriterOptions = LAS_WRITER_DEFAULTS,
): Promise<CloudWriter> {
  const records = lasRecords(sink.name, summary, options, {
    vlrs: (recordBytes) => [lazVlr(MAP_POINT_FORMAT, recordBytes, CHUNK_POINTS)],
  });
  const { recordBytes } = records;
  const writer = receiptWriter(sink, summary, options.scale);
  const head = records.head();
  await writer.head(head);
  // Where the table lies is known once the points are written.
  const setTableOffset = await writer.later(TABLE_POINTER_BYTES);
  const encoder = new LazChunkEncoder(recordBytes);
  const gathered = new Uint8Array(recordBytes * Math.min(CHUNK_POINTS, Math.max(1, summary.count)));
  const chunks: Pick<LazChunk, 'bytes' | 'points'>[] = [];
  let filled = 0;
  let written = 0;
  let checksum = 0;

  const writeChunk = async (): Promise<void> => {
    if (filled === 0) return;
    const points = filled / recordBytes;
    const chunk = encoder.encode(gathered.subarray(0, filled), points);
    await writer.head(chunk);
    chunks.push({ bytes: chunk.length, points });
    written += chunk.length;
    filled = 0;
  };
  return {
    write: async (cloud) => {
      const bytes = records.encode(cloud);
      checksum = crc32(bytes, checksum);
      writer.track(cloud);
      for (let at = 0; at < bytes.length; ) {
        const piece = bytes.subarray(at, at + gathered.length - filled);
        gathered.set(piece, filled);
        filled += piece.length;
        at += piece.length;
        if (filled === gathered.length) await writeChunk();
      }
    },
    finish: async () => {
      await writeChunk();
      await writer.head(encodeChunkTable(chunks, false));
      const tableOffset = new Uint8Array(TABLE_POINTER_BYTES);
      const tableAt = head.length + TABLE_POINTER_BYTES + written;
      new DataView(tableOffset.buffer).setBigUint64(0, BigInt(tableAt), true);
      await setTableOffset(tableOffset);
      return { ...writer.receipt(), records: checksum };
    },
  };
}
