import { message } from '../../messages/message.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { chunkBuilder } from './chunk-builder.ts';
import { CHUNK_POINTS, type CloudOrigin, type CloudReader, dayOf, GPS_ZERO } from './cloud-reader.ts';
import { lasCrs } from './las-crs.ts';
import { GPS_TIME, LAS_SCAN_INDEX, type LasField, lasFields } from './las-fields.ts';
import { type ReadLasHeader, readLasHeader, STANDARD_BYTES } from './las-header.ts';
import { type LasVlr, readVlrs } from './las-vlr.ts';
import { lazChunkDecoder, MOST_CHUNK_BYTES, withoutWaveform } from './laz/chunk-decoder.ts';
import { type LazChunk, readChunkTable } from './laz/chunk-table.ts';
import { isOneStream, readLazRecord, WAVE_BYTES } from './laz/laz-record.ts';

/** Of the size of the header's box, and in units of the coordinates' steps: how far beyond it a point may lie. */
const BEYOND_BOX = 0.01;
const BEYOND_STEPS = 10;

/** Told of all records of a file, as they are read. */
type OnRecords = (bytes: Uint8Array) => void;

/** Records of a file, some thousands at a time; each block is valid until the next. */
type RecordBlocks = () => AsyncGenerator<Uint8Array, void, undefined>;

/**
 * Opens LAS 1.0 to 1.5 of point formats 0 to 10, or LAZ of formats 0 to 3 and 6 to 10 (also a COPC, whose octree is
 * not used), as a cloud: coordinates in the file's own unit, intensity, every other number of a point by its name,
 * and the scan index if this program wrote the file. Waveforms are left out. Reads the file in pieces of some
 * megabytes.
 *
 * @param onRecords gets the records of the points, decompressed, block by block; each block is valid in the call
 * @param ignoreBox the box of the header is wrong, as a person says, and the points need not lie in it
 * @throws SocavonError 'file-format' if it is not LAS, has a compression that cannot be read, is shorter than its
 *   header states, or is damaged where that shows: the points must lie in the box of the header
 */
export async function openLas(
  source: ReadSource,
  onRecords: OnRecords = () => {},
  ignoreBox = false,
): Promise<CloudReader & { readonly header: ReadLasHeader; readonly vlrs: readonly LasVlr[] }> {
  const header = await readLasHeader(source);
  const vlrs = await readVlrs(source, header);
  const { count } = header;
  let read = header;
  let isWithoutExtras = false;
  let blocks: RecordBlocks;
  let firstRecords: readonly number[];
  if (header.compressed) {
    const record = readLazRecord(source.name, header.pointFormat, header.recordBytes, vlrs);
    read = withoutWaves(header);
    isWithoutExtras = record.followsChannel;
    const chunks = await readChunkTable(source, header, record);
    checkChunkSizes(source.name, chunks);
    blocks = () => compressedBlocks(source, header, chunks);
    // Each chunk starts with its first point as it is.
    firstRecords = chunks.map(({ at }) => at);
    if (isOneStream(record)) firstRecords = firstRecords.slice(0, 1);
  } else {
    checkLength(source, header);
    blocks = () => plainBlocks(source, header);
    firstRecords = [0, count - 1].map((row) => header.pointDataOffset + row * header.recordBytes);
  }
  const { pointFormat, recordBytes } = read;
  // What follows a channel is left out, with the points that it belongs to read as they are.
  const fields = isWithoutExtras
    ? lasFields(6, POINT_BYTES, vlrs)
    : lasFields(pointFormat, recordBytes, vlrs);
  const announced = count > 0 && !ignoreBox && isBox(header.bounds) ? header.bounds : null;
  return {
    format: header.compressed ? 'laz' : 'las',
    count,
    announcedBounds: announced,
    header,
    vlrs,
    scalarNames: ['x', 'y', 'z', ...fields.map(({ name }) => name)],
    timeName: count > 0 ? await timeOf(source, recordBytes, fields, firstRecords) : null,
    crs: lasCrs(vlrs),
    grain: (axis) => header.scale[axis],
    origin: originOf(header, vlrs),
    chunks: (scalars = []) =>
      pointChunks({ name: source.name, header: read, announced, fields, onRecords }, blocks(), scalars),
  };
}

/** Adjusted standard GPS time is GPS time less this, s; else times are seconds of the week. */
const ADJUSTED = 1e9;
const IS_ADJUSTED = 1;

function originOf(header: ReadLasHeader, vlrs: readonly LasVlr[]): CloudOrigin {
  const {
    versionMinor,
    pointFormat,
    creationYear: year,
    creationDay: day,
    globalEncoding,
    timeOffset,
  } = header;
  const isCopc = vlrs.some(({ userId, recordId }) => userId === 'copc' && recordId === 1);
  const makers = [header.generatingSoftware, header.systemIdentifier].map((text) => text.trim());
  const hasDay = year >= 1990 && year <= 2100 && day >= 1 && day <= 366;
  return {
    layout: `1.${versionMinor}, PDRF ${pointFormat}${isCopc ? ', COPC' : ''}`,
    writtenBy: makers.filter((text) => text !== '').join(', ') || null,
    writtenOn: hasDay ? dayOf(Date.UTC(year, 0, day) / 1000) : null,
    clockZero:
      globalEncoding & IS_ADJUSTED ? GPS_ZERO + (timeOffset === null ? ADJUSTED : 1e6 * timeOffset) : null,
  };
}

/** @throws SocavonError 'file-format' if the file ends before its points */
function checkLength(source: ReadSource, { pointDataOffset, count, recordBytes }: ReadLasHeader): void {
  const end = pointDataOffset + count * recordBytes;
  if (end <= source.size) return;
  throw new SocavonError(
    'file-format',
    message('las-cut', { name: source.name, bytes: source.size, missing: end - source.size, count }),
  );
}

function checkChunkSizes(name: string, chunks: readonly LazChunk[]): void {
  const large = chunks.find(({ bytes }) => bytes > MOST_CHUNK_BYTES);
  if (large)
    throw new SocavonError(
      'file-format',
      message('laz-chunk-large', { name, offset: large.at, bytes: large.bytes, most: MOST_CHUNK_BYTES }),
    );
}

/** The GPS time, if there is one and the first and the last record that are looked at have not both none, zero. */
async function timeOf(
  source: ReadSource,
  recordBytes: number,
  fields: readonly LasField[],
  records: readonly number[],
): Promise<string | null> {
  const field = fields.find(({ name }) => name === GPS_TIME);
  if (!field) return null;
  for (const at of new Set([records[0], records[records.length - 1]])) {
    const bytes = await source.read(at, recordBytes);
    if (bytes.length < recordBytes) return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (field.read(view, 0) !== 0) return field.name;
  }
  return null;
}

async function* plainBlocks(
  source: ReadSource,
  { pointDataOffset, recordBytes, count }: ReadLasHeader,
): AsyncGenerator<Uint8Array, void, undefined> {
  const room = new Uint8Array(Math.min(CHUNK_POINTS, count) * recordBytes);
  for (let first = 0; first < count; first += CHUNK_POINTS) {
    const length = Math.min(CHUNK_POINTS, count - first) * recordBytes;
    const bytes = await source.read(pointDataOffset + first * recordBytes, length, room);
    // The file may have been cut since it was opened.
    if (bytes.length < length)
      throw new SocavonError(
        'file-format',
        message('las-cut', { name: source.name, bytes: source.size, missing: length - bytes.length, count }),
      );
    yield bytes;
  }
}

/** Bytes of a point of LAS 1.4 before colours, waveform and extra bytes. */
const POINT_BYTES = STANDARD_BYTES[6];
/** Formats without their waveforms. */
const WAVELESS: Readonly<Record<number, number>> = { 9: 6, 10: 8 };

/** A compressed file as it is read: without waveforms, of which places need nothing. */
function withoutWaves(header: ReadLasHeader): ReadLasHeader {
  const pointFormat = WAVELESS[header.pointFormat];
  return pointFormat === undefined
    ? header
    : { ...header, pointFormat, recordBytes: header.recordBytes - WAVE_BYTES };
}

async function* compressedBlocks(
  source: ReadSource,
  header: ReadLasHeader,
  chunks: readonly LazChunk[],
): AsyncGenerator<Uint8Array, void, undefined> {
  if (chunks.length === 0) return;
  const { pointFormat, recordBytes } = withoutWaves(header);
  const decoder = await lazChunkDecoder(source.name, pointFormat, recordBytes, STANDARD_BYTES[pointFormat]);
  for (const chunk of chunks) {
    if (chunk.points === 0) continue;
    const bytes = await source.read(chunk.at, chunk.bytes);
    if (pointFormat === header.pointFormat) {
      yield* decoder.records(chunk, bytes, CHUNK_POINTS);
      continue;
    }
    const bare = withoutWaveform(bytes, header.pointFormat, header.recordBytes);
    if (bare === null)
      throw new SocavonError(
        'file-format',
        message('laz-chunk', {
          name: source.name,
          offset: chunk.at,
          bytes: chunk.bytes,
          points: chunk.points,
        }),
      );
    yield* decoder.records({ ...chunk, bytes: bare.length }, bare, CHUNK_POINTS);
  }
}

/** An open file, as its records are read. */
interface OpenLas {
  readonly name: string;
  readonly header: ReadLasHeader;
  /** Box that the points must keep; null: none was stated. */
  readonly announced: Bounds | null;
  readonly fields: readonly LasField[];
  readonly onRecords: OnRecords;
}

async function* pointChunks(
  { name, header, announced, fields, onRecords }: OpenLas,
  blocks: AsyncGenerator<Uint8Array, void, undefined>,
  scalars: readonly string[],
): AsyncGenerator<PointCloud, void, undefined> {
  const { recordBytes, scale, offset } = header;
  const place = ['x', 'y', 'z'].map(
    (axis, i): LasField => ({
      name: axis,
      read: (view, at) => view.getInt32(at + 4 * i, true) * scale[i] + offset[i],
    }),
  );
  const known = new Map([...place, ...fields].map((field) => [field.name, field]));
  const readers = scalars.map((scalar) => known.get(scalar)!.read);
  const scanIndex = known.get(LAS_SCAN_INDEX)?.read;
  const builder = chunkBuilder(CHUNK_POINTS, {
    reflectivity: true,
    scanIndex: scanIndex !== undefined,
    scalars: readers.length,
  });
  const values = new Array<number>(readers.length).fill(0);
  const box = announced ? boxCheck(name, header, announced) : null;
  let first = 0;
  for await (const bytes of blocks) {
    onRecords(bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    box?.(view, first);
    first += bytes.length / recordBytes;
    for (let at = 0; at < bytes.length; at += recordBytes) {
      for (let i = 0; i < readers.length; i++) values[i] = readers[i](view, at);
      builder.push(
        view.getInt32(at, true) * scale[0] + offset[0],
        view.getInt32(at + 4, true) * scale[1] + offset[1],
        view.getInt32(at + 8, true) * scale[2] + offset[2],
        view.getUint16(at + 12, true),
        scanIndex ? scanIndex(view, at) : 0,
        values,
      );
      if (builder.size() === builder.capacity) yield builder.flush();
    }
  }
  if (builder.size() > 0) yield builder.flush();
}

/**
 * Checks records against the box of the header: LAS and LAZ have no checksum, and what a flipped bit does to the
 * code of a LAZ, and mostly to a record of a LAS, throws points far.
 */
function boxCheck(
  name: string,
  { recordBytes, scale, offset }: ReadLasHeader,
  { min, max }: Bounds,
): (view: DataView, first: number) => void {
  const extent = Math.max(...[0, 1, 2].map((axis) => max[axis] - min[axis]));
  const sides = [0, 1, 2].map((axis) => {
    const beyond = BEYOND_BOX * extent + BEYOND_STEPS * scale[axis];
    return {
      low: (min[axis] - beyond - offset[axis]) / scale[axis],
      high: (max[axis] + beyond - offset[axis]) / scale[axis],
    };
  });
  return (view, first) => {
    for (let axis = 0; axis < 3; axis++) {
      const { low, high } = sides[axis];
      for (let at = 4 * axis; at < view.byteLength; at += recordBytes) {
        const units = view.getInt32(at, true);
        if (units >= low && units <= high) continue;
        throw new SocavonError(
          'file-format',
          message('las-outside-box', {
            name,
            point: first + Math.floor(at / recordBytes),
            axis: 'xyz'[axis],
            value: (units * scale[axis] + offset[axis]).toFixed(3),
            min: min[axis].toFixed(3),
            max: max[axis].toFixed(3),
          }),
        );
      }
    }
  };
}

/** False for a box that its writer left open: zeros, or the wrong way round. */
function isBox({ min, max }: Bounds): boolean {
  const sides = [0, 1, 2];
  return (
    sides.every((axis) => Number.isFinite(max[axis] - min[axis]) && min[axis] <= max[axis]) &&
    sides.some((axis) => min[axis] !== 0 || max[axis] !== 0)
  );
}
