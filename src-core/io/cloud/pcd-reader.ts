import { message } from '../../messages/message.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import { byteCursor } from '../bytes/byte-cursor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { decompressLzf } from '../bytes/lzf.ts';
import { readLines } from '../bytes/text-lines.ts';
import { type ChunkBuilder, chunkBuilder } from './chunk-builder.ts';
import { CHUNK_POINTS, type CloudReader } from './cloud-reader.ts';
import { DigitTally, singleStep } from './coordinate-step.ts';
import { type PcdField, type PcdHeader, readPcdHeader } from './pcd-header.ts';
import { isNoNumber, numberOf } from './text-columns.ts';
import { timeNameOf, timesInSeconds } from './time-column.ts';

/** Field names that programs use for reflectivity. */
const REFLECTIVITY_NAMES = ['intensity', 'reflectivity'];

/** A field that is read, and the position of its first value in a point. */
interface Column {
  readonly field: PcdField;
  /** Bytes before it in a point. */
  readonly offset: number;
  /** Values before it in a line of text. */
  readonly word: number;
}

interface Columns {
  readonly x: Column;
  readonly y: Column;
  readonly z: Column;
  readonly reflectivity: Column | null;
  readonly scanIndex: Column | null;
  readonly scalars: readonly Column[];
}

const NO_SCALARS: readonly number[] = [];

/**
 * Opens a PCD as a cloud: ASCII, binary, or binary_compressed (LZF, column by column), fields in any order. Fields of one
 * value each are scalars; a time is brought to seconds.
 *
 * @throws SocavonError 'file-format' if the header is wrong or there are no x, y, z
 */
export async function openPcd(source: ReadSource): Promise<CloudReader & { readonly header: PcdHeader }> {
  const header = await readPcdHeader(source);
  const { columns, scalars } = columnsOf(header.fields);
  if (!columns) {
    throw new SocavonError('file-format', message('pcd-no-xyz', { name: source.name }));
  }
  const stride = header.fields.reduce((sum, field) => sum + field.size * field.count, 0);
  const scalarNames = [...scalars.keys()];
  const timeName = timeNameOf(scalarNames);
  const isReal = timeName !== null && scalars.get(timeName)!.field.type === 'F';
  const digits = new DigitTally();
  const places = [columns.x, columns.y, columns.z].map(({ field }) => field);
  const chunksOf = (read: Columns): AsyncIterable<PointCloud> => {
    if (header.data === 'ascii') return asciiChunks(source, header, read, digits);
    return header.data === 'binary'
      ? binaryChunks(source, header, read, stride)
      : compressedChunks(source, header, read, stride);
  };
  return {
    format: 'pcd',
    count: header.points,
    announcedBounds: null,
    header,
    scalarNames,
    timeName,
    origin: {
      layout: [header.version, header.data].filter((text) => text !== null).join(', '),
      writtenBy: null,
      writtenOn: null,
      clockZero: null,
    },
    grain: header.data === 'ascii' ? digits.grain : (axis, size) => grainOf(places[axis], size),
    chunks: (names = []) =>
      timesInSeconds(
        chunksOf({ ...columns, scalars: names.map((name) => scalars.get(name)!) }),
        timeName === null ? -1 : names.indexOf(timeName),
        isReal ? 'real' : 'integer',
      ),
  };
}

function grainOf({ type, size: bytes }: PcdField, size: number): number {
  return type === 'F' ? (bytes === 4 ? singleStep(size) : 0) : 1;
}

/** The columns of a cloud, null without x, y and z; and all of one value each, by name. */
function columnsOf(fields: readonly PcdField[]): {
  columns: Columns | null;
  scalars: ReadonlyMap<string, Column>;
} {
  const columns = new Map<string, Column>();
  let offset = 0;
  let word = 0;
  for (const field of fields) {
    columns.set(field.name, { field, offset, word });
    offset += field.size * field.count;
    word += field.count;
  }
  // PCL fills gaps between fields with fields of the name "_".
  const scalars = new Map([...columns].filter(([name, { field }]) => field.count === 1 && name !== '_'));
  // PDAL writes the names of its dimensions: X, Y, Z, Intensity.
  const plain = new Map([...columns].map(([name, column]) => [name.toLowerCase(), column]));
  const [x, y, z] = ['x', 'y', 'z'].map((name) => columns.get(name) ?? plain.get(name));
  if (!x || !y || !z) return { columns: null, scalars };
  const named = REFLECTIVITY_NAMES.find((name) => plain.has(name));
  const reflectivity = (named && plain.get(named)) || null;
  const scanIndex = columns.get('scan_index') ?? null;
  return { columns: { x, y, z, reflectivity, scanIndex, scalars: [] }, scalars };
}

function builderFor(columns: Columns): ChunkBuilder {
  return chunkBuilder(CHUNK_POINTS, {
    reflectivity: columns.reflectivity !== null,
    scanIndex: columns.scanIndex !== null,
    scalars: columns.scalars.length,
  });
}

async function* asciiChunks(
  source: ReadSource,
  header: PcdHeader,
  columns: Columns,
  digits: DigitTally,
): AsyncGenerator<PointCloud, void, undefined> {
  const builder = builderFor(columns);
  const width = header.fields.reduce((sum, field) => sum + field.count, 0);
  let left = header.points;
  for await (const batch of readLines(source, header.dataOffset, header.lines + 1)) {
    for (let i = 0; i < batch.lines.length && left > 0; i++) {
      const line = batch.lines[i].trim();
      if (line === '') continue;
      const words = line.split(/\s+/);
      if (words.length !== width) {
        throw new SocavonError(
          'file-format',
          message('pcd-line', {
            name: source.name,
            line: batch.firstLine + i,
            count: words.length,
            width,
            content: line.slice(0, 60),
          }),
        );
      }
      if ([columns.x, columns.y, columns.z].some(({ word }) => isNoNumber(words[word])))
        throw new SocavonError(
          'file-format',
          message('xyz-line', { name: source.name, line: batch.firstLine + i, content: line.slice(0, 60) }),
        );
      digits.note(words[columns.x.word], words[columns.y.word], words[columns.z.word]);
      pushPoint(builder, columns, ({ word }) => numberOf(words[word]));
      left--;
      if (builder.size() === builder.capacity) yield builder.flush();
    }
    if (left === 0) break;
  }
  if (left > 0) throw tooShort(source, header.points - left, header.points);
  if (builder.size() > 0) yield builder.flush();
}

async function* binaryChunks(
  source: ReadSource,
  header: PcdHeader,
  columns: Columns,
  stride: number,
): AsyncGenerator<PointCloud, void, undefined> {
  const cursor = byteCursor(source, header.dataOffset, message('part-points'));
  const builder = builderFor(columns);
  for (let left = header.points; left > 0; ) {
    const rows = Math.min(left, builder.capacity);
    const bytes = await cursor.take(rows * stride);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let row = 0, at = 0; row < rows; row++, at += stride)
      pushPoint(builder, columns, (column) => valueAt(view, at + column.offset, column.field));
    left -= rows;
    if (builder.size() > 0) yield builder.flush();
  }
}

async function* compressedChunks(
  source: ReadSource,
  header: PcdHeader,
  columns: Columns,
  stride: number,
): AsyncGenerator<PointCloud, void, undefined> {
  const cursor = byteCursor(source, header.dataOffset, message('part-compressed-points'));
  const sizes = await cursor.take(8);
  const view = new DataView(sizes.buffer, sizes.byteOffset, 8);
  const [packed, unpacked] = [view.getUint32(0, true), view.getUint32(4, true)];
  const bytes =
    unpacked === header.points * stride ? decompressLzf(await cursor.take(packed), unpacked) : null;
  if (!bytes) {
    throw new SocavonError(
      'file-format',
      message('pcd-compressed', { name: source.name, packed, bytes: header.points * stride }),
    );
  }
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const builder = builderFor(columns);
  for (let row = 0; row < header.points; row++) {
    // Column by column: the offset of a column's block is that of its field in a record times the number of
    // points.
    pushPoint(builder, columns, ({ field, offset }) =>
      valueAt(data, offset * header.points + row * field.size * field.count, field),
    );
    if (builder.size() === builder.capacity) yield builder.flush();
  }
  if (builder.size() > 0) yield builder.flush();
}

function pushPoint(builder: ChunkBuilder, columns: Columns, value: (column: Column) => number): void {
  builder.push(
    value(columns.x),
    value(columns.y),
    value(columns.z),
    columns.reflectivity ? clampToU16(value(columns.reflectivity)) : 0,
    columns.scanIndex ? value(columns.scanIndex) : 0,
    columns.scalars.length === 0 ? NO_SCALARS : columns.scalars.map(value),
  );
}

function valueAt(view: DataView, at: number, { type, size }: PcdField): number {
  if (type === 'F') return size === 4 ? view.getFloat32(at, true) : view.getFloat64(at, true);
  if (size === 8) return Number(type === 'I' ? view.getBigInt64(at, true) : view.getBigUint64(at, true));
  if (size === 4) return type === 'I' ? view.getInt32(at, true) : view.getUint32(at, true);
  if (size === 2) return type === 'I' ? view.getInt16(at, true) : view.getUint16(at, true);
  return type === 'I' ? view.getInt8(at) : view.getUint8(at);
}

function clampToU16(value: number): number {
  return value > 0 ? Math.min(65535, Math.round(value)) : 0;
}

function tooShort(source: ReadSource, count: number, announced: number): SocavonError {
  return new SocavonError(
    'file-format',
    message('points-missing', { name: source.name, found: count, announced }),
  );
}
