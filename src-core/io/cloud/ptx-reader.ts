import { type Message, message } from '../../messages/message.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { latin1 } from '../bytes/file-kind.ts';
import { readLines } from '../bytes/text-lines.ts';
import { type ChunkBuilder, chunkBuilder } from './chunk-builder.ts';
import { CHUNK_POINTS, type CloudReader } from './cloud-reader.ts';
import { DigitTally } from './coordinate-step.ts';
import { type Brightness, brightnessOfSample } from './text-brightness.ts';

/** A scan of a PTX. */
interface Station {
  readonly columns: number;
  readonly rows: number;
  /** Row-vector convention: `[x y z 1]` times this, row-major, 4 x 4. */
  readonly matrix: readonly number[];
  /** Byte of the first point, and its line. */
  readonly offset: number;
  readonly line: number;
}

const HEADER_LINES = 10;
const HEADER_BYTES_MAX = 4096;
const READ_BYTES = 1 << 20;
const NEWLINE = 10;
const RIGID_TOLERANCE = 1e-3;
const SAMPLE = 2000;
const NO_SCALARS: readonly number[] = [];

/**
 * Opens a PTX, the text of Leica's programs: for each scan the number of columns and of rows, the place of the scanner and
 * its axes, a matrix of 4 x 4 to the frame of the file, and columns times rows lines `x y z intensity [r g b]`. All scans
 * are read as one cloud in the frame of the file; `0 0 0` is a ray without return and left out. The file is read once to
 * find its scans.
 *
 * @throws SocavonError 'file-format' with the line, or if points are missing
 */
export async function openPtx(source: ReadSource): Promise<CloudReader> {
  const stations = await stationsOf(source);
  const { width, brightness } = await sampleOf(source, stations[0]);
  const digits = new DigitTally();
  const ofPoint = ['x', 'y', 'z', 'intensity', 'red', 'green', 'blue'].slice(0, width);
  const scalarNames = [...ofPoint, 'row', 'column'];
  return {
    format: 'ptx',
    count: stations.reduce((sum, { columns, rows }) => sum + columns * rows, 0),
    announcedBounds: null,
    scalarNames,
    timeName: null,
    scanPoses: stations.map(({ matrix }) => rigidOf(matrix)),
    stations: stations.map(({ matrix }, index) => ({
      name: String(index + 1),
      sensor: null,
      mirrors: determinant(matrix) < 0,
    })),
    // A matrix turns one axis into another.
    grain: () => Math.max(digits.grain(0), digits.grain(1), digits.grain(2)),
    chunks: (scalars = []) => allPoints(source, stations, scalars, width, brightness, digits),
  };
}

async function stationsOf(source: ReadSource): Promise<Station[]> {
  const stations: Station[] = [];
  let line = 1;
  for (let at = 0; ; ) {
    const blank = await blankLines(source, at);
    at += blank.bytes;
    line += blank.lines;
    if (at >= source.size && stations.length > 0) return stations;
    const head = await stationHead(source, at, line);
    const station = { ...head.station, offset: at + head.bytes, line: line + HEADER_LINES };
    const count = station.columns * station.rows;
    stations.push(station);
    at = await skipLines(source, station, count, stations.length);
    line = endLine(station);
  }
}

/** Blank lines before a scan or the end. */
async function blankLines(source: ReadSource, at: number): Promise<{ bytes: number; lines: number }> {
  const text = latin1(await source.read(at, HEADER_BYTES_MAX));
  const blank = /^\s*/.exec(text)![0];
  const bytes = blank.length === text.length ? blank.length : blank.lastIndexOf('\n') + 1;
  return { bytes, lines: blank.slice(0, bytes).split('\n').length - 1 };
}

async function stationHead(
  source: ReadSource,
  at: number,
  line: number,
): Promise<{ station: Omit<Station, 'offset' | 'line'>; bytes: number }> {
  const text = latin1(await source.read(at, HEADER_BYTES_MAX));
  const lines = text.split('\n', HEADER_LINES + 1);
  if (lines.length <= HEADER_LINES) throw refused(source, line, message('ptx-head-cut'));
  const numbers = lines.slice(0, HEADER_LINES).map((one, i) => {
    const words = one.trim().split(/\s+/);
    const wanted = i < 2 ? 1 : i < 6 ? 3 : 4;
    const values = words.map(Number);
    if (words.length !== wanted || !values.every(Number.isFinite))
      throw refused(
        source,
        line + i,
        message('ptx-head', { count: wanted, content: one.trim().slice(0, 60) }),
      );
    return values;
  });
  const [[columns], [rows]] = numbers;
  if (![columns, rows, columns * rows].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw refused(source, line, message('ptx-size', { columns, rows }));
  const matrix = numbers.slice(6).flat();
  const isAffine = [3, 7, 11].every((i) => matrix[i] === 0) && matrix[15] === 1;
  if (!isAffine || Math.abs(determinant(matrix)) < 1e-9)
    throw refused(source, line + 6, message('ptx-matrix'));
  const bytes = lines.slice(0, HEADER_LINES).reduce((sum, one) => sum + one.length + 1, 0);
  return { station: { columns, rows, matrix }, bytes };
}

/** The offset after the lines of a scan's points. */
async function skipLines(
  source: ReadSource,
  { offset }: Station,
  count: number,
  number: number,
): Promise<number> {
  let left = count;
  // A file may have thousands of scans of a few points, of which each is not worth a megabyte.
  const step = Math.min(READ_BYTES, Math.max(HEADER_BYTES_MAX, 64 * count));
  for (let at = offset; left > 0; at += step) {
    const bytes = at < source.size ? await source.read(at, step) : new Uint8Array(0);
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, end + 1))
      if (--left === 0) return at + end + 1;
    if (at + bytes.length < source.size && bytes.length > 0) continue;
    // The last line may end with the file.
    if (left === 1 && bytes.length > 0 && bytes.at(-1) !== NEWLINE) return source.size;
    throw new SocavonError(
      'file-format',
      message('ptx-cut', { name: source.name, scan: number, found: count - left, announced: count }),
    );
  }
  return offset;
}

/** Words of a point, and what its intensity means. */
async function sampleOf(
  source: ReadSource,
  station: Station,
): Promise<{ width: number; brightness: Brightness }> {
  for await (const { lines } of readLines(source, station.offset, station.line)) {
    const words = lines
      .slice(0, Math.min(SAMPLE, station.columns * station.rows))
      .map((line) => line.trim().split(/\s+/));
    const width = words[0]?.length === 7 ? 7 : 4;
    return {
      width,
      brightness: brightnessOfSample(
        words.map((of) => Number(of[3])),
        'ptx',
      ),
    };
  }
  return { width: 4, brightness: brightnessOfSample([], 'ptx') };
}

async function* allPoints(
  source: ReadSource,
  stations: readonly Station[],
  scalars: readonly string[],
  width: number,
  brightness: Brightness,
  digits: DigitTally,
): AsyncGenerator<PointCloud, void, undefined> {
  const builder = chunkBuilder(CHUNK_POINTS, {
    reflectivity: true,
    scanIndex: stations.length > 1,
    scalars: scalars.length,
  });
  const positions = scalars.map((name) =>
    ['x', 'y', 'z', 'intensity', 'red', 'green', 'blue', 'row', 'column'].indexOf(name),
  );
  let index = 0;
  for await (const batch of readLines(source)) {
    for (let i = 0; i < batch.lines.length; i++) {
      const line = batch.firstLine + i;
      while (index < stations.length && line >= endLine(stations[index])) index++;
      if (index === stations.length) break;
      const station = stations[index];
      if (line < station.line) continue;
      const words = batch.lines[i].trim().split(/\s+/);
      const values = words.map(Number);
      if (words.length < width || values.slice(0, 4).some(Number.isNaN))
        throw refused(source, line, message('ptx-point', { content: batch.lines[i].slice(0, 60) }));
      if (values[0] === 0 && values[1] === 0 && values[2] === 0) continue;
      digits.note(words[0], words[1], words[2]);
      pushPoint(builder, station, values, brightness, index, line - station.line, positions);
      if (builder.size() === builder.capacity) yield builder.flush();
    }
  }
  if (builder.size() > 0) yield builder.flush();
}

function pushPoint(
  builder: ChunkBuilder,
  { matrix: m, rows }: Station,
  values: readonly number[],
  brightness: Brightness,
  scanIndex: number,
  point: number,
  positions: readonly number[],
): void {
  const [x, y, z, intensity] = values;
  const scalar = (at: number): number => {
    if (at === 7) return point % rows;
    return at === 8 ? Math.floor(point / rows) : values[at];
  };
  builder.push(
    x * m[0] + y * m[4] + z * m[8] + m[12],
    x * m[1] + y * m[5] + z * m[9] + m[13],
    x * m[2] + y * m[6] + z * m[10] + m[14],
    brightness(intensity),
    scanIndex,
    positions.length === 0 ? NO_SCALARS : positions.map(scalar),
  );
}

/** The line after the points of a scan. */
function endLine({ line, columns, rows }: Station): number {
  return line + columns * rows;
}

/** The pose that a matrix of row vectors is; null if it also scales or mirrors. */
function rigidOf(m: readonly number[]): Rigid | null {
  const R = Float64Array.of(m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]);
  const row = (i: number): Float64Array => R.subarray(3 * i, 3 * i + 3);
  const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const isRotation = [0, 1, 2].every((i) =>
    [0, 1, 2].every((j) => Math.abs(dot(row(i), row(j)) - (i === j ? 1 : 0)) < RIGID_TOLERANCE),
  );
  return isRotation && determinant(m) > 0 ? { R, t: Float64Array.of(m[12], m[13], m[14]) } : null;
}

function determinant(m: readonly number[]): number {
  return (
    m[0] * (m[5] * m[10] - m[6] * m[9]) -
    m[1] * (m[4] * m[10] - m[6] * m[8]) +
    m[2] * (m[4] * m[9] - m[5] * m[8])
  );
}

function refused({ name }: ReadSource, line: number, what: Message): SocavonError {
  return new SocavonError('file-format', message('ptx-line', { name, line, what }));
}
