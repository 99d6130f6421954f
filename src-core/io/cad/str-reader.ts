import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { isOnEarth } from '../../model/place-limit.ts';
import type { NamedPolyline, ReadDrawing } from '../../model/polyline.ts';
import { drawingText, largestSide } from './drawing-text.ts';
import { decideUnit, METRES, UNIT_DEFAULTS, type UnitOptions, unitText } from './length-units.ts';

/** A record of a string file: its fields, string number first, and the line where it stands in the text form. */
interface StrRecord {
  readonly fields: readonly string[];
  readonly line: number;
}

/** What stands between the axis record and the first point: a number and an empty text, all 0. */
const LEAD = 5;
/** String number (32 bits), northing, easting, elevation (64 bits each); a text up to its 0 follows. */
const FIGURES = 28;

/** Where the binary part of a binary string file begins: behind its second line. */
function binaryStart(bytes: Uint8Array): number {
  return bytes.indexOf(10, bytes.indexOf(10) + 1) + 1;
}

/**
 * The records of a binary Surpac string file, behind its two lines of text: string number, northing, easting and elevation,
 * big-endian, and the description fields as text up to a 0. The maker publishes no layout; this one is that of files that exist in both
 * forms, whose every record was compared.
 *
 * @returns figures as text, so that one reader takes both forms; lines are those of the text form
 * @throws SocavonError drawing-format: another layout; drawing-truncated: no end record
 */
function* binaryStrRecords(bytes: Uint8Array, name: string): Generator<StrRecord, void, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = binaryStart(bytes);
  if (bytes.subarray(at, at + LEAD).some((byte) => byte !== 0))
    throw new SocavonError(
      'drawing-format',
      message('str-refused-file', { name, what: message('str-binary') }),
    );
  at += LEAD;
  for (let line = 3; ; line++) {
    const end = at + FIGURES <= bytes.length ? bytes.indexOf(0, at + FIGURES) : -1;
    if (end < 0) throw new SocavonError('drawing-truncated', message('str-cut', { name, line }));
    const figures = [4, 12, 20].map((offset) => String(view.getFloat64(at + offset)));
    const descriptions = drawingText(bytes.subarray(at + FIGURES, end)).split(',');
    yield {
      fields: [String(view.getInt32(at)), ...figures, ...descriptions.map((field) => field.trim())],
      line,
    };
    at = end + 1;
  }
}

/** Tolerance for closing a line, m. */
const CLOSING = 1e-6;

/** Elevation limit, m: no mine is that high or deep. */
const HIGHEST = 20_000;

/** Maximum length of an invalid line in a message, characters: the file may be anything. */
const SHOWN = 60;

/** One segment of a string with the description fields (D1, D2 ...) of its points. */
interface SurpacString extends NamedPolyline {
  readonly number: number;
  /** Fields of each point, in order; empty if it has none. */
  readonly descriptions: readonly (readonly string[])[];
}

interface StrReaderOptions extends UnitOptions {
  /** Only strings of these numbers, the faults of others do not matter; null: all. */
  readonly strings: readonly string[] | null;
}

const STR_READER_DEFAULTS: StrReaderOptions = { ...UNIT_DEFAULTS, strings: null };

interface ReadStr extends ReadDrawing {
  readonly polylines: readonly SurpacString[];
  /** Fields of the first line: location, date, purpose, file of styles. */
  readonly header: readonly string[];
}

/**
 * Reads a Surpac string file, text or binary (`binaryStrRecords`), the text form being: a header line, the axis record, then
 * `number, northing, easting, elevation, D1, D2 ...`; a record of string 0 ends a segment, and one with END in its first description ends the
 * file. The file has northing first; the result is easting, northing, elevation. The same number may have several
 * segments; a segment that ends where it begins is closed. A string of one point is skipped and counted.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError drawing-format (names the line), drawing-truncated (no END), drawing-empty, drawing-units
 */
export function readStr(bytes: Uint8Array, name: string, options: Partial<StrReaderOptions> = {}): ReadStr {
  const { strings, ...units } = { ...STR_READER_DEFAULTS, ...options };
  const isBinary = bytes.includes(0);
  const head = drawingText(isBinary ? bytes.subarray(0, binaryStart(bytes)) : bytes);
  const lines = head.split(/\r\n|\r|\n/);
  if (!/^\s*0\s*,/.test(lines[1] ?? ''))
    throw format(name, isBinary ? message('str-binary') : message('str-no-axis-record', { line: 2 }));
  const records = isBinary ? binaryStrRecords(bytes, name) : textRecords(lines, name);
  const raw = [...segmentsOf(records, strings, name)];
  const segments = raw.filter(({ points }) => points.length > 3);
  if (segments.length === 0) throw new SocavonError('drawing-empty', message('str-empty', { name }));
  const unit = decideUnit(largestSide(segments.map(({ points }) => points)), null, name, units);
  if (unit === 'm') refuseHeights(segments, name);
  refuseFar(segments, METRES[unit], name);
  const alone = raw.length - segments.length;
  return {
    header: lines[0].split(',').map((field) => field.trim()),
    polylines: segments.map((segment) => asString(segment, METRES[unit])),
    notes: [
      message('str-unit', { name, unit: unitText(unit) }),
      ...(alone > 0 ? [message('str-single-points', { name, alone })] : []),
    ],
  };
}

interface Segment {
  readonly number: number;
  readonly line: number;
  readonly points: number[];
  readonly descriptions: string[][];
}

/** The records after header and axis record. @throws SocavonError drawing-truncated behind the last of them */
function* textRecords(lines: readonly string[], name: string): Generator<StrRecord, void, undefined> {
  for (let i = 2; i < lines.length; i++)
    if (lines[i].trim() !== '')
      yield { fields: lines[i].split(',').map((field) => field.trim()), line: i + 1 };
  throw new SocavonError('drawing-truncated', message('str-cut', { name, line: lines.length }));
}

function* segmentsOf(
  records: Iterable<StrRecord>,
  wanted: readonly string[] | null,
  name: string,
): Generator<Segment, void, undefined> {
  let segment: Segment | null = null;
  for (const record of records) {
    const { fields, line } = record;
    const number = stringNumber(record, name);
    if (segment && number !== segment.number) {
      yield segment;
      segment = null;
    }
    if (number === 0) {
      if (fields[4]?.toUpperCase() === 'END') return;
      continue;
    }
    if (wanted !== null && !wanted.includes(number.toString())) continue;
    segment ??= { number, line, points: [], descriptions: [] };
    segment.points.push(...pointOf(record, name));
    segment.descriptions.push(fields.slice(4));
  }
}

function stringNumber(record: StrRecord, name: string): number {
  const { fields } = record;
  const number = fields[0] === '' ? Number.NaN : Number(fields[0]);
  if (Number.isInteger(number) && number >= 0 && fields.length >= 4) return number;
  throw noRecord(record, name);
}

function pointOf(record: StrRecord, name: string): [easting: number, northing: number, elevation: number] {
  const values = record.fields.slice(1, 4).map((field) => (field === '' ? Number.NaN : Number(field)));
  if (!values.every(Number.isFinite)) throw noRecord(record, name);
  const [northing, easting, elevation] = values;
  return [easting, northing, elevation];
}

function noRecord({ fields, line }: StrRecord, name: string): SocavonError {
  const content = fields.join(',').slice(0, SHOWN);
  return format(name, message('str-no-record', { line, content }));
}

/** Refuses coordinates that no place on Earth has. */
function refuseFar(segments: readonly Segment[], metres: number, name: string): void {
  for (const { points, line } of segments) {
    const far = points.findIndex((value) => !isOnEarth(metres * value));
    if (far >= 0)
      throw format(name, message('str-far', { line: line + Math.floor(far / 3), content: points[far] }));
  }
}

/** Refuses implausible elevations: in a file with shifted columns a coordinate is in place of the elevation. */
function refuseHeights(segments: readonly Segment[], name: string): void {
  for (const { points, line } of segments)
    for (let i = 2; i < points.length; i += 3)
      if (Math.abs(points[i]) > HIGHEST)
        throw format(name, message('str-elevation', { line: line + (i - 2) / 3, metres: points[i] }));
}

function asString({ number, line, points, descriptions }: Segment, scale: number): SurpacString {
  const n = points.length;
  const scaled = Float64Array.from(points, (value) => scale * value);
  const closed =
    n > 9 &&
    Math.hypot(scaled[n - 3] - scaled[0], scaled[n - 2] - scaled[1], scaled[n - 1] - scaled[2]) < CLOSING;
  return {
    name: number.toString(),
    number,
    line,
    points: closed ? scaled.slice(0, n - 3) : scaled,
    closed,
    descriptions: closed ? descriptions.slice(0, -1) : descriptions,
  };
}

function format(name: string, what: Message): SocavonError {
  return new SocavonError(
    'drawing-format',
    message('line' in what.values ? 'str-refused' : 'str-refused-file', { name, what }),
  );
}
