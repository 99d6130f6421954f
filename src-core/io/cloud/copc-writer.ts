import type { PatchSink } from '../bytes/byte-stream.ts';
import { crc32 } from '../bytes/crc32.ts';
import { type CloudSample, type CloudSummary, type CloudWriter, receiptWriter } from './cloud-writer.ts';
import { type CopcEntry, copcHierarchyVlr, copcInfoVlr } from './copc/copc-records.ts';
import { cubeBits, type OctreeKey, ROOT } from './copc/octree.ts';
import { type Scratch, Splitter } from './copc/splitter.ts';
import { subtree } from './copc/subtree.ts';
import {
  LAS_WRITER_DEFAULTS,
  type LasRecords,
  type LasWriterOptions,
  lasRecords,
  MAP_POINT_FORMAT,
} from './las-records.ts';
import { EVLR_HEADER_BYTES, encodeEvlr } from './las-vlr.ts';
import { LazChunkEncoder } from './laz/chunk-encoder.ts';
import { encodeChunkTable, type LazChunk, TABLE_POINTER_BYTES } from './laz/chunk-table.ts';
import { lazVlr } from './laz/laz-record.ts';

const IN_MEMORY = 3_000_000;

/**
 * Writes COPC 1.0: the LAZ that `createLazWriter` writes, its points in the order of an octree, a chunk for each node,
 * with the octree in records of its own. Coordinates and attributes are those of the LAS; the order of the points is not.
 *
 * @param inMemory points that are put in order at once; more are divided on the disk first
 * @param scratch files for the time of the writing, each with another number
 * @throws SocavonError 'export-range' if the map spans more than 32 bits of `scale`; of the scratch
 */
export async function createCopcWriter(
  sink: PatchSink,
  summary: CloudSummary,
  scratch: (number: number) => Scratch,
  options: LasWriterOptions = LAS_WRITER_DEFAULTS,
  inMemory = IN_MEMORY,
): Promise<CloudWriter> {
  const { scale } = options;
  let found = { hierarchyAt: 0, hierarchyBytes: 0, evlrAt: 0 };
  const records = lasRecords(sink.name, summary, options, {
    vlrs: (recordBytes, { offset }) => {
      const halfSize = 2 ** (bits - 1) * scale;
      const center = [offset[0] + halfSize, offset[1] + halfSize, offset[2] + halfSize] as const;
      return [copcInfoVlr({ center, halfSize, ...found }), lazVlr(MAP_POINT_FORMAT, recordBytes, null)];
    },
    evlrs: () => ({ offset: found.evlrAt, count: 1 }),
  });
  const bits = cubeBits(records.largest);
  const { recordBytes } = records;
  const writer = receiptWriter(sink, summary, scale);
  const headBytes = records.head().length;
  // The header names the octree, which stands behind the points.
  const setHead = await writer.later(headBytes + TABLE_POINTER_BYTES);
  const nodes = nodeWriter(writer.head, recordBytes, headBytes + TABLE_POINTER_BYTES, summary, records);
  let scratches = 0;

  /** Divides the records of a cell, on the disk where they are many, and writes its nodes. */
  const divide = async (
    root: OctreeKey,
    points: number,
    blocks: AsyncIterable<Uint8Array>,
  ): Promise<void> => {
    if (points <= inMemory || root.level === bits) {
      const gathered = await gatheredRecords(points * recordBytes, blocks);
      for (const node of subtree(root, gathered, recordBytes, bits))
        await nodes.write(node.key, node.records);
      return;
    }
    const splitter = await Splitter.create(root, points, recordBytes, bits, scratch(scratches++));
    for await (const block of blocks) await splitter.add(block);
    await writePiles(splitter);
  };
  const writePiles = async (splitter: Splitter): Promise<void> => {
    for await (const pile of splitter.finish()) {
      if (pile.divided) {
        await divide(pile.key, pile.points, pile.blocks());
        continue;
      }
      await nodes.write(pile.key, await gatheredRecords(pile.points * recordBytes, pile.blocks()));
    }
  };

  const first =
    summary.count > inMemory
      ? await Splitter.create(ROOT, summary.count, recordBytes, bits, scratch(scratches++))
      : null;
  const few: Uint8Array[] = [];
  return {
    write: async (cloud) => {
      const bytes = records.encode(cloud);
      writer.track(cloud);
      if (first) await first.add(bytes);
      else few.push(bytes.slice());
    },
    finish: async () => {
      if (first) await writePiles(first);
      else
        await divide(
          ROOT,
          summary.count,
          (async function* () {
            yield* few;
          })(),
        );
      const tableAt = nodes.end();
      const table = encodeChunkTable(nodes.entries, true);
      await writer.head(table);
      const hierarchy = copcHierarchyVlr(nodes.entries);
      const evlrAt = tableAt + table.length;
      await writer.head(encodeEvlr(hierarchy));
      found = {
        evlrAt,
        hierarchyAt: evlrAt + EVLR_HEADER_BYTES,
        hierarchyBytes: hierarchy.payload.length,
      };
      const head = new Uint8Array(headBytes + TABLE_POINTER_BYTES);
      head.set(records.head());
      new DataView(head.buffer).setBigUint64(headBytes, BigInt(tableAt), true);
      await setHead(head);
      return { ...writer.receipt(), records: nodes.checksum(), samples: nodes.samples };
    },
    abort: async () => first?.abort(),
  };
}

/** Compresses nodes as chunks and keeps the books of them. */
function nodeWriter(
  put: (bytes: Uint8Array) => Promise<void>,
  recordBytes: number,
  start: number,
  { count }: CloudSummary,
  records: Pick<LasRecords, 'place' | 'attributes'>,
): {
  readonly entries: (CopcEntry & LazChunk)[];
  readonly samples: CloudSample[];
  write(key: OctreeKey, records: Uint8Array): Promise<void>;
  end(): number;
  checksum(): number;
} {
  const encoder = new LazChunkEncoder(recordBytes);
  const entries: (CopcEntry & LazChunk)[] = [];
  const samples: CloudSample[] = [];
  const step = Math.max(1, Math.floor(count / 1000));
  let at = start;
  let written = 0;
  let checksum = 0;
  return {
    entries,
    samples,
    write: async (key, bytes) => {
      const points = bytes.length / recordBytes;
      if (points === 0) return;
      const chunk = encoder.encode(bytes, points);
      await put(chunk);
      entries.push({ key, at, bytes: chunk.length, points });
      checksum = crc32(bytes, checksum);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let i = (step - (written % step)) % step; i < points; i += step)
        samples.push({
          index: written + i,
          xyz: records.place(view, i * recordBytes),
          reflectivity: view.getUint16(i * recordBytes + 12, true),
          attributes: records.attributes(view, i * recordBytes),
        });
      written += points;
      at += chunk.length;
    },
    end: () => at,
    checksum: () => checksum,
  };
}

async function gatheredRecords(size: number, blocks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const records = new Uint8Array(size);
  let at = 0;
  for await (const block of blocks) {
    records.set(block, at);
    at += block.length;
  }
  return records;
}
