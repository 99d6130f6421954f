import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { NamedPolyline, ReadDrawing } from '../../model/polyline.ts';
import { drawingText, largestSide } from './drawing-text.ts';
import { decideUnit, METRES, UNIT_DEFAULTS, type UnitOptions, unitText } from './length-units.ts';

/** Tolerance for closing a line, m. */
const CLOSING = 1e-6;

/** Elevation limit, m: no mine is that high or deep. */
const HIGHEST = 20_000;

/** Maximum length of an invalid line in a message, characters: the file may be anything. */
const SHOWN = 60;

/** One segment of a string with the description fields (D1, D2 ...) of its points. */
export interface SurpacString extends NamedPolyline {
  readonly number: number;
  /** Fields of each point, in order; empty if it has none. */
  readonly descriptions: readonly (readonly string[])[];
}

export interface ReadStr extends ReadDrawing {
  readonly polylines: readonly SurpacString[];
  /** Fields of the first line: location, date, purpose, file of styles. */
  readonly header: readonly string[];
}

/**
 * Reads a Surpac string file in text format: a header line, the axis record, then
 * `number, northing, easting, elevation, D1, D2 ...`; a record of string 0 ends a segment, and one with END in its first description ends the
 * file. The file has northing first; the result is easting, northing, elevation. The same number may have several
 * segments; a segment that ends where it begins is closed. A string of one point is skipped and counted.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError drawing-format (names the line), drawing-truncated (no END), drawing-empty, drawing-units
 */
export function readStr(bytes: Uint8Array, name: string, options: UnitOptions = UNIT_DEFAULTS): ReadStr {
  if (bytes.includes(0)) throw format(name, message('str-binary'));
  const lines = drawingText(bytes).split(/\r\n|\r|\n/);
  const raw = [...segmentsOf(lines, name)];
  const segments = raw.filter(({ points }) => points.length > 3);
  if (segments.length === 0) throw new SocavonError('drawing-empty', message('str-empty', { name }));
  const unit = decideUnit(largestSide(segments.map(({ points }) => points)), null, name, options);
  if (unit === 'm') refuseHeights(segments, name);
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

function* segmentsOf(lines: readonly string[], name: string): Generator<Segment, void, undefined> {
  if (!/^\s*0\s*,/.test(lines[1] ?? '')) throw format(name, message('str-no-axis-record', { line: 2 }));
  let segment: Segment | null = null;
  for (let i = 2; i < lines.length; i++) {
    if (lines[i].trim() === '') continue;
    const { number, point, descriptions } = recordOf(lines[i], i + 1, name);
    if (segment && number !== segment.number) {
      yield segment;
      segment = null;
    }
    if (number === 0) {
      if (descriptions[0]?.toUpperCase() === 'END') return;
      continue;
    }
    segment ??= { number, line: i + 1, points: [], descriptions: [] };
    segment.points.push(...point);
    segment.descriptions.push(descriptions);
  }
  throw new SocavonError('drawing-truncated', message('str-cut', { name, line: lines.length }));
}

function recordOf(
  content: string,
  line: number,
  name: string,
): { number: number; point: [number, number, number]; descriptions: string[] } {
  const fields = content.split(',').map((field) => field.trim());
  const values = fields.slice(0, 4).map((field) => (field === '' ? Number.NaN : Number(field)));
  if (values.length < 4 || !values.every(Number.isFinite) || !Number.isInteger(values[0]) || values[0] < 0)
    throw format(name, message('str-no-record', { line, content: content.slice(0, SHOWN) }));
  const [number, northing, easting, elevation] = values;
  return { number, point: [easting, northing, elevation], descriptions: fields.slice(4) };
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
