import { message } from '../../messages/message.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import { type ByteCursor, byteCursor } from '../bytes/byte-cursor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { readLines } from '../bytes/text-lines.ts';
import { type ChunkBuilder, chunkBuilder } from './chunk-builder.ts';
import { CHUNK_POINTS, type CloudReader } from './cloud-reader.ts';
import { DigitTally, singleStep } from './coordinate-step.ts';
import {
  PLY_TYPE_BYTES,
  type PlyElement,
  type PlyHeader,
  type PlyProperty,
  type PlyType,
  readPlyHeader,
} from './ply-header.ts';
import { timeNameOf, timesInSeconds } from './time-column.ts';

/** Property names that programs use for reflectivity. */
export const REFLECTIVITY_NAMES = [
  'intensity',
  'reflectivity',
  'scalar_intensity',
  'scalar_Intensity',
  'scalar_reflectivity',
  'scalar_Reflectivity',
];

const NO_SCALARS: readonly number[] = [];

/** Indices of the relevant properties in the list of the vertex' properties; -1 if absent. */
interface VertexColumns {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly reflectivity: number;
  readonly scanIndex: number;
  readonly scalars: readonly number[];
}

/**
 * Opens a PLY as a cloud: ASCII or binary of either byte order, properties in any order and of any type, lists
 * skipped, elements before the vertices skipped (faces, strips and those of a user), those after them not read. A time is brought to seconds.
 *
 * @throws SocavonError 'file-format' if the header is wrong or there is no vertex with x, y, z
 */
export async function openPly(source: ReadSource): Promise<CloudReader & { readonly header: PlyHeader }> {
  const header = await readPlyHeader(source);
  const vertex = header.elements.find((element) => element.name === 'vertex');
  const columns = vertex ? columnsOf(vertex) : null;
  if (!vertex || !columns) {
    throw new SocavonError('file-format', message('ply-no-xyz', { name: source.name }));
  }
  const read = header.encoding === 'ascii' ? asciiChunks : binaryChunks;
  const scalarNames = vertex.properties.filter(isScalar).map(({ name }) => name);
  const timeName = timeNameOf(scalarNames);
  const digits = new DigitTally();
  const places = [columns.x, columns.y, columns.z].map((at) => vertex.properties[at].type);
  const isReal = vertex.properties.find(({ name }) => name === timeName)?.type.startsWith('float');
  return {
    format: 'ply',
    count: vertex.count,
    announcedBounds: null,
    header,
    scalarNames,
    timeName,
    origin: {
      layout: `1.0, ${header.encoding}`,
      writtenBy: makerOf(header.comments),
      writtenOn: null,
      clockZero: null,
    },
    grain: header.encoding === 'ascii' ? digits.grain : (axis, size) => grainOfType(places[axis], size),
    chunks: (scalars = []) =>
      timesInSeconds(
        read(
          source,
          header,
          vertex,
          {
            ...columns,
            scalars: scalars.map((name) => vertex.properties.findIndex((one) => one.name === name)),
          },
          digits,
        ),
        timeName === null ? -1 : scalars.indexOf(timeName),
        isReal ? 'real' : 'integer',
      ),
  };
}

function grainOfType(type: PlyType, size: number): number {
  return type === 'float32' ? singleStep(size) : type === 'float64' ? 0 : 1;
}

/** The comment that names a program, as most programs write one; without its verb. */
function makerOf(comments: readonly string[]): string | null {
  const verb =
    /^(?:file )?(?:created|generated|exported|written|made|produced|saved) (?:by|with|using|from)[: ]+/i;
  const line = comments.find((comment) => verb.test(comment));
  return line?.replace(verb, '').trim() || null;
}

function columnsOf(vertex: PlyElement): VertexColumns | null {
  // Names as most programs write them go first; others write X, or Intensity.
  const placeOf = (isNamed: (name: string) => boolean): number =>
    vertex.properties.findIndex((property) => isNamed(property.name) && !property.listLength);
  const at = (...names: string[]): number => {
    const exact = placeOf((name) => names.includes(name));
    return exact >= 0 ? exact : placeOf((name) => names.includes(name.toLowerCase()));
  };
  const [x, y, z] = [at('x'), at('y'), at('z')];
  if (x < 0 || y < 0 || z < 0) return null;
  return { x, y, z, reflectivity: at(...REFLECTIVITY_NAMES), scanIndex: at('scan_index'), scalars: [] };
}

function isScalar(property: PlyProperty): boolean {
  return !property.listLength;
}

function strideOf(scalars: readonly PlyProperty[]): number {
  return scalars.reduce((sum, property) => sum + PLY_TYPE_BYTES[property.type], 0);
}

function builderFor(columns: VertexColumns): ChunkBuilder {
  return chunkBuilder(CHUNK_POINTS, {
    reflectivity: columns.reflectivity >= 0,
    scanIndex: columns.scanIndex >= 0,
    scalars: columns.scalars.length,
  });
}

async function* asciiChunks(
  source: ReadSource,
  header: PlyHeader,
  vertex: PlyElement,
  columns: VertexColumns,
  digits: DigitTally,
): AsyncGenerator<PointCloud, void, undefined> {
  const before = header.elements.slice(0, header.elements.indexOf(vertex));
  const skip = new RowSkipper(before);
  const builder = builderFor(columns);
  const values = new Float64Array(vertex.properties.length);
  let left = vertex.count;
  for await (const batch of readLines(source, header.dataOffset, header.lines + 1)) {
    for (let i = 0; i < batch.lines.length && left > 0; i++) {
      const line = batch.lines[i].trim();
      if (line === '') continue;
      const { element } = skip;
      const isWhole = element
        ? skip.line(line)
        : asciiVertex(line, vertex.properties, values, columns, digits);
      if (!isWhole)
        throw new SocavonError(
          'file-format',
          message('ply-line', {
            name: source.name,
            line: batch.firstLine + i,
            count: (element ?? vertex).properties.length,
            content: line.slice(0, 60),
          }),
        );
      if (element) continue;
      pushVertex(builder, columns, values);
      left--;
      if (builder.size() === builder.capacity) yield builder.flush();
    }
    if (left === 0) break;
  }
  if (left > 0) {
    throw new SocavonError(
      'file-format',
      message('ply-cut', { name: source.name, missing: left, count: vertex.count }),
    );
  }
  if (builder.size() > 0) yield builder.flush();
}

/**
 * Passes over the rows of elements before the vertices: a row may go on in further lines, as long strips do, and its last line
 * may have more numbers than the header says.
 */
class RowSkipper {
  readonly #elements: readonly PlyElement[];
  #at = 0;
  #row = 0;
  #property = 0;
  /** Numbers of a list that are still to come. */
  #left = 0;

  constructor(elements: readonly PlyElement[]) {
    this.#elements = elements.filter(({ count, properties }) => count > 0 && properties.length > 0);
  }

  /** The element that the next line belongs to; undefined: all are passed. */
  get element(): PlyElement | undefined {
    return this.#elements[this.#at];
  }

  /** @returns false if the length of a list is none */
  line(line: string): boolean {
    const { properties, count } = this.#elements[this.#at];
    for (const word of line.split(/\s+/)) {
      if (this.#left > 0) this.#left--;
      else if (properties[this.#property].listLength) {
        this.#left = Number(word);
        if (!Number.isInteger(this.#left) || this.#left < 0) return false;
      }
      if (this.#left > 0) continue;
      if (++this.#property < properties.length) continue;
      this.#property = 0;
      if (++this.#row === count) [this.#at, this.#row] = [this.#at + 1, 0];
      return true;
    }
    return true;
  }
}

/** Parses a line into `values`; false if the line does not match the header. */
function asciiVertex(
  line: string,
  properties: readonly PlyProperty[],
  values: Float64Array,
  { x, y, z }: VertexColumns,
  digits: DigitTally,
): boolean {
  const words = line.split(/\s+/);
  let at = 0;
  const place = ['', '', ''];
  for (let p = 0; p < properties.length; p++) {
    if (properties[p].listLength) {
      const length = Number(words[at]);
      if (!Number.isInteger(length) || length < 0) return false;
      at += 1 + length;
      continue;
    }
    const word = words[at++];
    if (word === undefined) return false;
    values[p] = Number(word);
    if (Number.isNaN(values[p]) && !/^[+-]?nan$/i.test(word)) return false;
    if (p === x) place[0] = word;
    else if (p === y) place[1] = word;
    else if (p === z) place[2] = word;
  }
  digits.note(place[0], place[1], place[2]);
  // Behind a list some programs write more numbers than the header says.
  return at === words.length || (at < words.length && properties.at(-1)?.listLength != null);
}

async function* binaryChunks(
  source: ReadSource,
  header: PlyHeader,
  vertex: PlyElement,
  columns: VertexColumns,
): AsyncGenerator<PointCloud, void, undefined> {
  const little = header.encoding === 'binary_little_endian';
  const cursorAt = (offset: number): ByteCursor => byteCursor(source, offset, message('part-ply-element'));
  let cursor = cursorAt(header.dataOffset);
  for (const element of header.elements) {
    if (element === vertex) break;
    // Rows of one size are passed over at once, of which a header may announce any number.
    if (element.properties.every(isScalar))
      cursor = cursorAt(cursor.position() + element.count * strideOf(element.properties));
    else for (let i = 0; i < element.count; i++) await binaryRow(cursor, element.properties, little, null);
  }
  const builder = builderFor(columns);
  const values = new Float64Array(vertex.properties.length);
  const fixed = vertex.properties.every(isScalar);
  for (let left = vertex.count; left > 0; ) {
    const rows = Math.min(left, builder.capacity);
    if (fixed) await pushFixedRows(cursor, vertex.properties, little, rows, columns, values, builder);
    else
      for (let row = 0; row < rows; row++) {
        await binaryRow(cursor, vertex.properties, little, values);
        pushVertex(builder, columns, values);
      }
    left -= rows;
    if (builder.size() > 0) yield builder.flush();
  }
}

async function pushFixedRows(
  cursor: ByteCursor,
  properties: readonly PlyProperty[],
  little: boolean,
  rows: number,
  columns: VertexColumns,
  values: Float64Array,
  builder: ChunkBuilder,
): Promise<void> {
  const bytes = await cursor.take(rows * strideOf(properties));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    for (let p = 0; p < properties.length; p++) {
      const type = properties[p].type;
      values[p] = scalar(view, at, type, little);
      at += PLY_TYPE_BYTES[type];
    }
    pushVertex(builder, columns, values);
  }
}

/** Reads one row of any element, lists included; the scalars go to `values` if given. */
async function binaryRow(
  cursor: ByteCursor,
  properties: readonly PlyProperty[],
  little: boolean,
  values: Float64Array | null,
): Promise<void> {
  for (let p = 0; p < properties.length; p++) {
    const { type, listLength } = properties[p];
    const first = await takeScalar(cursor, listLength ?? type, little);
    if (listLength) await cursor.take(Math.max(0, first) * PLY_TYPE_BYTES[type]);
    else if (values) values[p] = first;
  }
}

async function takeScalar(cursor: ByteCursor, type: PlyType, little: boolean): Promise<number> {
  const bytes = await cursor.take(PLY_TYPE_BYTES[type]);
  return scalar(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, type, little);
}

function scalar(view: DataView, at: number, type: PlyType, little: boolean): number {
  switch (type) {
    case 'float32':
      return view.getFloat32(at, little);
    case 'float64':
      return view.getFloat64(at, little);
    case 'uint8':
      return view.getUint8(at);
    case 'int8':
      return view.getInt8(at);
    case 'uint16':
      return view.getUint16(at, little);
    case 'int16':
      return view.getInt16(at, little);
    case 'uint32':
      return view.getUint32(at, little);
    case 'int32':
      return view.getInt32(at, little);
  }
}

function pushVertex(builder: ChunkBuilder, columns: VertexColumns, values: Float64Array): void {
  builder.push(
    values[columns.x],
    values[columns.y],
    values[columns.z],
    columns.reflectivity >= 0 ? Math.max(0, Math.min(65535, Math.round(values[columns.reflectivity]))) : 0,
    columns.scanIndex >= 0 ? values[columns.scanIndex] : 0,
    columns.scalars.length === 0 ? NO_SCALARS : columns.scalars.map((at) => values[at]),
  );
}
