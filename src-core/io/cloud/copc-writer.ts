import {
  LevelBuilder,
  type LevelOptions,
  type Levels,
  levelOptions,
} from '../../map-levels/level-builder.ts';
import { PointRows } from '../../map-levels/point-rows.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { PatchSink } from '../bytes/byte-stream.ts';
import { crc32 } from '../bytes/crc32.ts';
import {
  boundsTracker,
  type CloudSample,
  type CloudSummary,
  type CloudWriter,
  type ReceiptWriter,
  receiptWriter,
} from './cloud-writer.ts';
import {
  type CopcChecksums,
  type CopcEntry,
  checksumsVlr,
  copcHierarchyVlr,
  copcInfoVlr,
} from './copc/copc-records.ts';
import { type Scratch, ScratchHeaps } from './copc/scratch-heaps.ts';
import {
  LAS_WRITER_DEFAULTS,
  type LasRecords,
  type LasWriterOptions,
  lasRecords,
  MAP_POINT_FORMAT,
  outOfRange,
  SINGLE_RETURN,
  STANDARD_RECORD_BYTES,
} from './las-records.ts';
import { EVLR_HEADER_BYTES, encodeEvlr } from './las-vlr.ts';
import { LazChunkEncoder } from './laz/chunk-encoder.ts';
import { encodeChunkTable, type LazChunk, TABLE_POINTER_BYTES } from './laz/chunk-table.ts';
import { lazVlr } from './laz/laz-record.ts';
import { pointAttributes, putAttributes } from './point-attributes.ts';

export type { Scratch };

/** Steps of the coordinates, m, the finest first: 0.1 mm spans 214 km on each side of the first point. */
export const COPC_SCALES = [0.0001, 0.001, 0.01, 0.1] as const;
/** What LAS spans is in steps of a millimetre; a map beyond is refused, as it is in LAS. */
const COARSEST_WRITTEN = 0.001;
const INT32_MAX = 2 ** 31 - 1;
const INTENSITY_BYTES = 2;
const EVLRS = 2;

/**
 * Writes COPC 1.0: a LAZ with its points in the order of an octree, a chunk for each node, with the octree in records of
 * its own. Coordinates are in steps of 0.1 mm, or of 1 mm where the map spans more; the attributes are those of the LAS,
 * the order of the points is not.
 *
 * @param scratch files for the time of the writing, each with another number
 * @param limits of the octree, where they are not the usual ones
 * @throws SocavonError 'export-range' if the map spans more than 32 bits of a millimetre; of the scratch
 */
export async function createCopcWriter(
  sink: PatchSink,
  summary: CloudSummary,
  scratch: (number: number) => Scratch,
  options: LasWriterOptions = LAS_WRITER_DEFAULTS,
  limits: Partial<LevelOptions> = {},
): Promise<CloudWriter> {
  const scale = COPC_SCALES.find((step) => spans(summary, step)) ?? COARSEST_WRITTEN;
  // Refuses what no LAS can hold, before any point is written.
  if (scale >= COARSEST_WRITTEN) lasRecords(sink.name, summary, { ...options, scale: COARSEST_WRITTEN });
  const writer = receiptWriter(sink, summary, scale);
  const work = { ...COPC_WORK_DEFAULTS, limits, isCompared: true };
  const file = await copcFile(sink.name, writer, summary, scratch, { ...options, scale }, work);
  return {
    write: async (cloud) => {
      writer.track(cloud);
      await file.write(cloud);
    },
    finish: async () => {
      const { records, samples } = await file.finish();
      return { ...writer.receipt(), records, samples };
    },
    abort: () => file.abort(),
  };
}

function spans({ count, bounds: { min, max } }: CloudSummary, scale: number): boolean {
  // One more for the whole metre that the steps count from.
  return count === 0 || [0, 1, 2].every((axis) => (max[axis] - min[axis] + 1) / scale <= INT32_MAX);
}

/** What the points of a COPC have besides their places. */
export type CopcContent = Pick<CloudSummary, 'hasReflectivity' | 'hasScanIndex' | 'attributes'>;

/** The bytes of a sink for `copcFile`. */
export function sinkBytes(sink: PatchSink): Pick<ReceiptWriter, 'head' | 'later'> {
  let written = 0;
  const head = (bytes: Uint8Array): Promise<void> => {
    written += bytes.length;
    return sink.write(bytes);
  };
  return {
    head,
    later: async (length) => {
      const at = written;
      await head(new Uint8Array(length));
      return (bytes) => sink.patch(at, bytes);
    },
  };
}

/** How a COPC is made. */
export interface CopcWork {
  /** Of the octree, where they are not the usual ones. */
  readonly limits: Partial<LevelOptions>;
  /** Makes the chunk of the points of a node, which it may take away, in this thread or in others. */
  readonly compress: (points: NodeRows) => Uint8Array | Promise<Uint8Array>;
  /** Nodes that are compressed at a time. */
  readonly atOnce: number;
  /** True if checksum and samples of the records are wanted, to compare the file with. */
  readonly isCompared: boolean;
}

export const COPC_WORK_DEFAULTS: CopcWork = {
  limits: {},
  compress: compressNode,
  atOnce: 1,
  isCompared: false,
};

/** Points of a node: coordinates in steps, and intensity, scan index and attributes as their records have them. */
export type NodeRows = Pick<PointRows, 'count' | 'xyz' | 'rest' | 'restBytes'>;

/** Compresses the points of a node as a chunk of LAZ. */
export function compressNode(rows: NodeRows): Uint8Array {
  const records = recordsOf(rows);
  return new LazChunkEncoder(records.length / rows.count).encode(records, rows.count);
}

/** Records of point format 6. */
function recordsOf({ count, xyz, rest, restBytes }: NodeRows): Uint8Array {
  const extraAt = STANDARD_RECORD_BYTES - INTENSITY_BYTES;
  const recordBytes = extraAt + restBytes;
  const records = new Uint8Array(recordBytes * count);
  const view = new DataView(records.buffer);
  for (let i = 0, at = 0, from = 0; i < count; i++, at += recordBytes, from += restBytes) {
    view.setInt32(at, xyz[3 * i], true);
    view.setInt32(at + 4, xyz[3 * i + 1], true);
    view.setInt32(at + 8, xyz[3 * i + 2], true);
    records[at + 12] = rest[from];
    records[at + 13] = rest[from + 1];
    records[at + 14] = SINGLE_RETURN;
    for (let k = INTENSITY_BYTES; k < restBytes; k++) records[at + extraAt + k] = rest[from + k];
  }
  return records;
}

/** A COPC as it is written, of as many points as come. */
export interface CopcFile {
  /** @throws SocavonError 'export-range' for a point that is too far from the first one */
  write(cloud: PointCloud): Promise<void>;
  /**
   * Writes the nodes, and sets the header.
   *
   * @param onNode told after each node how many points have their place; what it throws ends the writing
   */
  finish(onNode?: (placed: number) => void): Promise<WrittenCopc>;
  /** Removes the scratch files. */
  abort(): Promise<void>;
}

interface WrittenCopc {
  readonly levels: Levels;
  readonly bounds: Bounds;
  /** CRC-32 of the records before they were compressed, and some of them, in the order of the file, where asked for. */
  readonly records: number;
  readonly samples: readonly CloudSample[];
}

/**
 * Begins a COPC whose points, and how many there are, are not known. The steps count from the whole metre below its first
 * point, so that the same points in the same order make the same bytes wherever they are written.
 *
 * @param to what takes the bytes, and sets those of the header in the end
 */
export async function copcFile(
  name: string,
  to: Pick<ReceiptWriter, 'head' | 'later'>,
  content: CopcContent,
  scratch: (number: number) => Scratch,
  options: LasWriterOptions,
  work: CopcWork = COPC_WORK_DEFAULTS,
): Promise<CopcFile> {
  const { scale } = options;
  const tracker = boundsTracker();
  let count = 0;
  let offset: readonly [number, number, number] | null = null;
  let octree = { center: [0, 0, 0] as readonly [number, number, number], halfSize: 0 };
  let tail = { hierarchyAt: 0, hierarchyBytes: 0, evlrAt: 0 };
  const records = (): LasRecords =>
    lasRecords(name, { ...content, count, bounds: tracker.bounds() }, options, {
      vlrs: (recordBytes) => [
        copcInfoVlr({ ...octree, ...tail }),
        lazVlr(MAP_POINT_FORMAT, recordBytes, null),
      ],
      evlrs: () => ({ offset: tail.evlrAt, count: EVLRS }),
      offset: offset ?? [0, 0, 0],
    });
  const unfilled = records();
  const { recordBytes } = unfilled;
  const headBytes = unfilled.head().length;
  // The header names the octree, which stands behind the points.
  const setHead = await to.later(headBytes + TABLE_POINTER_BYTES);
  const restBytes = recordBytes - STANDARD_RECORD_BYTES + INTENSITY_BYTES;
  const heaps = new ScratchHeaps(restBytes, scratch);
  let nodes: NodeWriter | null = null;
  const builder = new LevelBuilder(
    {
      append: (heap, points) => heaps.append(heap, points),
      drain: (heap) => heaps.drain(heap),
      write: ({ id }, points) => nodes!.write(id, points),
    },
    restBytes,
    { ...levelOptions(scale), ...work.limits },
  );
  return {
    write: async (cloud) => {
      if (cloud.count === 0) return;
      const { origin, xyz } = cloud;
      offset ??= [
        Math.floor(origin[0] + xyz[0]),
        Math.floor(origin[1] + xyz[1]),
        Math.floor(origin[2] + xyz[2]),
      ];
      const rows = rowsOf(name, cloud, { offset, scale, restBytes, content });
      tracker.add(cloud);
      count += cloud.count;
      await builder.add(rows);
    },
    finish: async (onNode) => {
      const start = headBytes + TABLE_POINTER_BYTES;
      nodes = new NodeWriter(to.head, start, count, records(), work);
      const levels = await builder.finish(onNode);
      await nodes.finish();
      await heaps.end();
      const { root } = levels;
      if (root !== null) octree = octreeOf(root, offset!, scale);
      const tableAt = nodes.end;
      const table = encodeChunkTable(nodes.chunks, true);
      await to.head(table);
      const hierarchy = copcHierarchyVlr(nodes.entriesOf(levels));
      const evlrAt = tableAt + table.length;
      const hierarchyBytes = hierarchy.payload.length;
      tail = { evlrAt, hierarchyAt: evlrAt + EVLR_HEADER_BYTES, hierarchyBytes };
      await to.head(encodeEvlr(hierarchy));
      const head = new Uint8Array(start);
      head.set(records().head());
      new DataView(head.buffer).setBigUint64(headBytes, BigInt(tableAt), true);
      const checksums: CopcChecksums = {
        head: crc32(head),
        hierarchy: crc32(hierarchy.payload),
        chunks: nodes.checksumsOf(levels),
      };
      await to.head(encodeEvlr(checksumsVlr(checksums)));
      await setHead(head);
      return { levels, bounds: tracker.bounds(), records: nodes.checksum, samples: nodes.samples };
    },
    abort: () => heaps.end(),
  };
}

/** The root cube in metres. */
function octreeOf(
  { corner, bits }: NonNullable<Levels['root']>,
  offset: readonly [number, number, number],
  scale: number,
): { center: readonly [number, number, number]; halfSize: number } {
  const half = 2 ** (bits - 1);
  const [x, y, z] = corner.map((value, axis) => (value + half) * scale + offset[axis]);
  return { center: [x, y, z], halfSize: half * scale };
}

interface RowFrame {
  readonly offset: readonly [number, number, number];
  readonly scale: number;
  readonly restBytes: number;
  readonly content: CopcContent;
}

/** Points in integer steps, each with what its record holds besides: intensity, scan index, attributes. */
function rowsOf(name: string, cloud: PointCloud, { offset, scale, restBytes, content }: RowFrame): PointRows {
  const { count, origin, xyz, reflectivity, scanIndex } = cloud;
  const rows = new PointRows(restBytes, count);
  rows.count = count;
  // The difference of the two origins first: both are near, so no digit is lost.
  const [dx, dy, dz] = [origin[0] - offset[0], origin[1] - offset[1], origin[2] - offset[2]];
  const view = new DataView(rows.rest.buffer);
  for (let i = 0, at = 0; i < count; i++, at += restBytes) {
    const [x, y, z] = [
      Math.round((dx + xyz[3 * i]) / scale),
      Math.round((dy + xyz[3 * i + 1]) / scale),
      Math.round((dz + xyz[3 * i + 2]) / scale),
    ];
    if (!(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= INT32_MAX)) throw outOfRange(name, cloud, i);
    rows.xyz[3 * i] = x;
    rows.xyz[3 * i + 1] = y;
    rows.xyz[3 * i + 2] = z;
    view.setUint16(at, reflectivity?.[i] ?? 0, true);
    if (content.hasScanIndex) view.setUint32(at + INTENSITY_BYTES, scanIndex?.[i] ?? 0, true);
  }
  const attributesAt = INTENSITY_BYTES + (content.hasScanIndex ? 4 : 0);
  putAttributes(view, attributesAt, restBytes, cloud, pointAttributes(content.attributes));
  return rows;
}

/** Compresses nodes as chunks, some at a time, writes them in their order and keeps the books of them. */
class NodeWriter {
  readonly chunks: LazChunk[] = [];
  readonly samples: CloudSample[] = [];
  /** CRC-32 of all records. */
  checksum = 0;
  readonly #put: (bytes: Uint8Array) => Promise<void>;
  readonly #records: LasRecords;
  readonly #recordBytes: number;
  readonly #work: CopcWork;
  readonly #waiting: { readonly id: string; readonly points: number; readonly bytes: Promise<Uint8Array> }[] =
    [];
  readonly #placeOf = new Map<string, { readonly chunk: LazChunk; readonly checksum: number }>();
  readonly #step: number;
  #at: number;
  #sampled = 0;

  constructor(
    put: (bytes: Uint8Array) => Promise<void>,
    start: number,
    count: number,
    records: LasRecords,
    work: CopcWork,
  ) {
    this.#put = put;
    this.#records = records;
    this.#recordBytes = records.recordBytes;
    this.#work = work;
    this.#step = Math.max(1, Math.floor(count / 1000));
    this.#at = start;
  }

  /** Where the last chunk ends. */
  get end(): number {
    return this.#at;
  }

  async write(id: string, points: PointRows): Promise<void> {
    const { count } = points;
    if (this.#work.isCompared) {
      const records = recordsOf(points);
      this.checksum = crc32(records, this.checksum);
      this.#sample(records, count);
    }
    const bytes = Promise.resolve(this.#work.compress(points));
    // A failure is met where it is waited for.
    bytes.catch(() => {});
    this.#waiting.push({ id, points: count, bytes });
    if (this.#waiting.length >= this.#work.atOnce) await this.#writeNext();
  }

  /** Writes what still waits. */
  async finish(): Promise<void> {
    while (this.#waiting.length > 0) await this.#writeNext();
  }

  /** Entries of the hierarchy, in the order of the nodes. */
  entriesOf({ nodes }: Levels): CopcEntry[] {
    return nodes.map(({ id }) => ({ id, at: 0, bytes: 0, points: 0, ...this.#placeOf.get(id)?.chunk }));
  }

  checksumsOf({ nodes }: Levels): number[] {
    return nodes.flatMap(({ id }) => this.#placeOf.get(id)?.checksum ?? []);
  }

  async #writeNext(): Promise<void> {
    const { id, points, bytes } = this.#waiting.shift()!;
    const chunk = await bytes;
    await this.#put(chunk);
    const place = { at: this.#at, bytes: chunk.length, points };
    this.chunks.push(place);
    this.#placeOf.set(id, { chunk: place, checksum: crc32(chunk) });
    this.#at += chunk.length;
  }

  #sample(records: Uint8Array, points: number): void {
    const step = this.#step;
    const view = new DataView(records.buffer, records.byteOffset, records.length);
    for (let i = (step - (this.#sampled % step)) % step; i < points; i += step)
      this.samples.push({
        index: this.#sampled + i,
        xyz: this.#records.place(view, i * this.#recordBytes),
        reflectivity: view.getUint16(i * this.#recordBytes + 12, true),
        attributes: this.#records.attributes(view, i * this.#recordBytes),
      });
    this.#sampled += points;
  }
}
