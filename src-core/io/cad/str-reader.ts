import { SocavonError } from '../../model/errors.ts';
import type { NamedPolyline, ReadDrawing } from '../../model/polyline.ts';
import { drawingText, largestSide } from './drawing-text.ts';
import { decideUnit, METRES, UNIT_DEFAULTS, UNIT_WORDS, type UnitOptions } from './length-units.ts';

/** Lines nearer than this to their start are closed, m. */
const CLOSING = 1e-6;

/** No mine is that high or deep, m. */
const HIGHEST = 20_000;

/** Characters of a wrong line that a message shows: the file may be anything. */
const SHOWN = 60;

/** One segment of a string with the description fields (D1, D2 ...) of its points. */
export interface SurpacString extends NamedPolyline {
  readonly number: number;
  /** Fields of each point, in order; empty where it has none. */
  readonly descriptions: readonly (readonly string[])[];
}

export interface ReadStr extends ReadDrawing {
  readonly polylines: readonly SurpacString[];
  /** Fields of the first line: location, date, purpose, file of styles. */
  readonly header: readonly string[];
}

/**
 * Surpac string file, as text: a header line, the axis record, then `number, northing, easting, elevation, D1, D2 ...`;
 * a record of string 0 ends a segment, and one with END in its first description ends the file. The order is northing
 * first: here it is turned into easting, northing, elevation. The same number may have several segments; a segment
 * that ends where it begins is closed. A string of one point is left out and counted.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError drawing-format (names the line), drawing-truncated (no END), drawing-empty, drawing-units
 */
export function readStr(bytes: Uint8Array, name: string, options: UnitOptions = UNIT_DEFAULTS): ReadStr {
  if (bytes.includes(0))
    throw format(name, 'is a binary string file; save it from Surpac as text (ASCII string file)');
  const lines = drawingText(bytes).split(/\r\n|\r|\n/);
  const raw = [...segmentsOf(lines, name)];
  const segments = raw.filter(({ points }) => points.length > 3);
  if (segments.length === 0)
    throw new SocavonError('drawing-empty', `String file ${name} has no string of two points or more.`);
  const unit = decideUnit(largestSide(segments.map(({ points }) => points)), null, name, options);
  if (unit === 'm') refuseHeights(segments, name);
  const alone = raw.length - segments.length;
  return {
    header: lines[0].split(',').map((field) => field.trim()),
    polylines: segments.map((segment) => asString(segment, METRES[unit])),
    notes: [
      `${name}: string files declare no unit; read in ${UNIT_WORDS[unit]}.`,
      ...(alone > 0 ? [`${name}: left out: ${alone} strings of a single point.`] : []),
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
  if (!/^\s*0\s*,/.test(lines[1] ?? ''))
    throw format(name, 'line 2 is no axis record (0, and six numbers), so it is no Surpac string file');
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
  throw new SocavonError(
    'drawing-truncated',
    `String file ${name} ends in line ${lines.length} without its end record (0, 0, 0, 0, END), so part of it may be missing; save or copy it again.`,
  );
}

function recordOf(
  content: string,
  line: number,
  name: string,
): { number: number; point: [number, number, number]; descriptions: string[] } {
  const fields = content.split(',').map((field) => field.trim());
  const values = fields.slice(0, 4).map((field) => (field === '' ? Number.NaN : Number(field)));
  if (values.length < 4 || !values.every(Number.isFinite) || !Number.isInteger(values[0]) || values[0] < 0)
    throw format(
      name,
      `line ${line}: "${content.slice(0, SHOWN)}" is no record of string number, northing, easting, elevation`,
    );
  const [number, northing, easting, elevation] = values;
  return { number, point: [easting, northing, elevation], descriptions: fields.slice(4) };
}

/** Columns that slipped put a coordinate where the elevation should be. */
function refuseHeights(segments: readonly Segment[], name: string): void {
  for (const { points, line } of segments)
    for (let i = 2; i < points.length; i += 3)
      if (Math.abs(points[i]) > HIGHEST)
        throw format(
          name,
          `line ${line + (i - 2) / 3}: an elevation of ${points[i]} m cannot be; the order is string, northing, easting, elevation, and decimals are written with a point`,
        );
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

function format(name: string, what: string): SocavonError {
  return new SocavonError(
    'drawing-format',
    `String file ${name}${what.startsWith('line') ? ':' : ''} ${what}.`,
  );
}
