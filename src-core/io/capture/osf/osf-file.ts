import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { crc32 } from '../../bytes/crc32.ts';
import { FlatTable } from '../../bytes/flat-table.ts';

/** A sensor of a file, with the metadata that it gave of itself. */
interface OsfSensor {
  readonly id: number;
  readonly metadata: string;
}

/** A stream of scans of one sensor. */
export interface OsfStream {
  readonly id: number;
  readonly sensorId: number;
  /** Scans in the whole file; null where the file does not count them. */
  readonly count: number | null;
}

/** Index of an OSF file. */
export interface OsfFile {
  readonly sensors: readonly OsfSensor[];
  readonly streams: readonly OsfStream[];
  /** Positions of the chunks in the file, in the order of their first stamp. */
  readonly chunks: readonly number[];
  /** Clock of the recording computer at the first and the last message, ns. */
  readonly startNs: bigint;
  readonly endNs: bigint;
}

/** A message of a chunk. */
interface OsfMessage {
  /** Stream that it belongs to. */
  readonly streamId: number;
  /** Clock of the recording computer, ns. */
  readonly hostNs: bigint;
  readonly bytes: Uint8Array;
}

/** A block is the length of its buffer (u32), the buffer, and the CRC-32 of both. */
const PREFIX_BYTES = 4;
const CRC_BYTES = 4;
/** The header says so once the file was finished. */
const STATUS_VALID = 2;
/** Chunks have some megabytes; a length beyond this is damage. */
const LARGEST_BLOCK = 1 << 30;

const CHUNK_OFFSET_BYTES = 24;
/** Version whose schemas are known. */
const MAJOR = 2;
/** Larger than any minor version or patch. */
const MOST_MINOR = 100;

/**
 * The major version in a header. It was written as ten times itself and the minor one (21), and is written as three numbers
 * side by side, whose widths and order the description leaves open: the least of what it may mean, so that no file that can be
 * read is refused.
 */
function leastMajor(version: bigint): number {
  if (version < 1000n) return Number(version / 10n);
  const readings: [major: bigint, ...minors: bigint[]][] = [
    [version & 0xffffn, (version >> 16n) & 0xffffn, version >> 32n],
    [version >> 16n, (version >> 8n) & 0xffn, version & 0xffn],
    [version >> 32n, (version >> 16n) & 0xffffn, version & 0xffffn],
    [version >> 48n, (version >> 32n) & 0xffffn, (version >> 16n) & 0xffffn],
    [version / 10n],
  ];
  const majors = readings.flatMap(([major, ...minors]) =>
    major > 0n && major < 0x1_0000n && minors.every((minor) => minor < MOST_MINOR) ? [Number(major)] : [],
  );
  return majors.length > 0 ? Math.min(...majors) : 0;
}

/**
 * Reads the index of an OSF file (the maker's Open Sensor Format, version 2; schemas header, metadata, lidar_sensor,
 * lidar_scan_stream and streaming_info): the header at its start and the metadata that the header points to.
 *
 * @throws SocavonError `capture-truncated` if the file was not finished or is cut, `capture-format` if it is damaged, or of a
 *   newer version
 */
export async function readOsfIndex(source: ReadSource): Promise<OsfFile> {
  const headBlock = await readBlock(source, 0);
  if (headBlock === null) throw damaged(source, 0);
  return checked(source, 0, async () => {
    const header = FlatTable.rootOf(headBlock);
    const version = leastMajor(header.u64(0));
    if (version > MAJOR)
      throw new SocavonError(
        'capture-format',
        message('container-newer', { name: source.name, format: 'OSF', version, known: MAJOR }),
      );
    const at = Number(header.u64(2, 1n));
    const length = Number(header.u64(3, 1n));
    if (header.u8(1) !== STATUS_VALID) throw cut(message('osf-unfinished', { name: source.name }));
    if (length > source.size)
      throw cut(message('osf-cut', { name: source.name, bytes: source.size, of: length }));
    const metadataBlock = await readBlock(source, at);
    if (metadataBlock === null) throw damaged(source, at);
    const first = headBlock.length + CRC_BYTES;
    return checked(source, at, async () => indexOf(FlatTable.rootOf(metadataBlock), first));
  });
}

/** @param first position after the header, which the chunks are counted from */
function indexOf(metadata: FlatTable, first: number): OsfFile {
  const entries = metadata.tables(4).map((entry) => ({
    id: entry.u32(0),
    type: entry.text(1),
    bytes: entry.bytes(2),
  }));
  const ofType = (type: string) => entries.filter((entry) => entry.type.endsWith(`/${type}`));
  const counts = new Map<number, number>();
  for (const { bytes } of ofType('StreamingInfo'))
    for (const stats of FlatTable.rootOf(bytes).tables(1)) counts.set(stats.u32(0), Number(stats.u64(3)));
  const offsets = metadata.structs(3, CHUNK_OFFSET_BYTES);
  const chunks = Array.from({ length: offsets.byteLength / CHUNK_OFFSET_BYTES }, (_, i) => ({
    start: offsets.getBigUint64(CHUNK_OFFSET_BYTES * i, true),
    at: first + Number(offsets.getBigUint64(CHUNK_OFFSET_BYTES * i + 16, true)),
  })).sort((a, b) => (a.start === b.start ? a.at - b.at : a.start < b.start ? -1 : 1));
  return {
    sensors: ofType('LidarSensor').map(({ id, bytes }) => ({
      id,
      metadata: FlatTable.rootOf(bytes).text(0),
    })),
    streams: ofType('LidarScanStream').map(({ id, bytes }) => ({
      id,
      sensorId: FlatTable.rootOf(bytes).u32(0),
      count: counts.get(id) ?? null,
    })),
    chunks: chunks.map(({ at }) => at),
    startNs: metadata.u64(1),
    endNs: metadata.u64(2),
  };
}

/**
 * The messages of a chunk, in the order of their stamps.
 *
 * @returns null if the chunk is damaged
 */
export async function readOsfChunk(source: ReadSource, at: number): Promise<OsfMessage[] | null> {
  const block = await readBlock(source, at);
  if (block === null) return null;
  try {
    return FlatTable.rootOf(block)
      .tables(0)
      .map((stamped) => ({ hostNs: stamped.u64(0), streamId: stamped.u32(1), bytes: stamped.bytes(2) }))
      .sort((a, b) => (a.hostNs < b.hostNs ? -1 : a.hostNs > b.hostNs ? 1 : 0));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A length-prefixed buffer; null if it leaves the file or its check sum is wrong. */
async function readBlock(source: ReadSource, at: number): Promise<Uint8Array | null> {
  if (!Number.isSafeInteger(at) || at < 0 || at + PREFIX_BYTES > source.size) return null;
  const prefix = await source.read(at, PREFIX_BYTES);
  if (prefix.length < PREFIX_BYTES) return null;
  const length = PREFIX_BYTES + new DataView(prefix.buffer, prefix.byteOffset).getUint32(0, true);
  if (length > LARGEST_BLOCK || at + length + CRC_BYTES > source.size) return null;
  const bytes = await source.read(at, length + CRC_BYTES);
  if (bytes.length < length + CRC_BYTES) return null;
  const stated = new DataView(bytes.buffer, bytes.byteOffset).getUint32(length, true);
  const block = bytes.subarray(0, length);
  return crc32(block) === stated ? block : null;
}

/** Runs a reader of one block; damage that a right check sum hides is told with the block's place. */
async function checked<Result>(source: ReadSource, at: number, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RangeError) throw damaged(source, at);
    throw error;
  }
}

function damaged({ name }: ReadSource, at: number): SocavonError {
  return new SocavonError('capture-format', message('osf-damaged', { name, at }));
}

function cut(why: Message): SocavonError {
  return new SocavonError('capture-truncated', why);
}
