import { SocavonError } from '../../model/errors.ts';
import { fixedText } from '../bytes/coordinate-text.ts';

/** One segment of a Surpac string. */
export interface StringSegment {
  /** 1 to 32000. Not 99: Vulcan ignores it. */
  readonly number: number;
  /** 3 per point: easting, northing, elevation, m. */
  readonly points: Float64Array;
  /** A closed segment is written with its first point repeated at its end, as Surpac requires. */
  readonly closed: boolean;
  /** Description fields (D1, D2 ...) of each point. */
  readonly descriptions: (point: number) => readonly string[];
}

interface StrHeader {
  /** Location and purpose of the file. */
  readonly location: string;
  readonly purpose: string;
  readonly date: Date | null;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Tenths of a millimetre: closed outlines keep their shape. */
const DECIMALS = 4;
/** Points in one piece of text. */
const BATCH = 4096;
const BLANK = `0, ${['', '', ''].map(() => fixedText(0, DECIMALS)).join(', ')},`;

/**
 * Encodes a Surpac string file as text, CRLF: header, axis record, then number, northing, easting, elevation and
 * descriptions of each point. Northing comes first. The same strings give the same bytes; encode them with
 * `westernBytes`.
 *
 * @returns the text in pieces, for `writeText`
 * @throws SocavonError export-range for a coordinate that is not finite
 */
export function* strPieces(
  header: StrHeader,
  segments: Iterable<StringSegment>,
): Generator<string, void, undefined> {
  const date = header.date ? dayOf(header.date) : '';
  yield `${field(header.location)}, ${date}, ${field(header.purpose)},\r\n`;
  yield `0, ${new Array(6).fill(fixedText(0, DECIMALS)).join(', ')}\r\n`;
  for (const { number, points, closed, descriptions } of segments) {
    if (!Number.isInteger(number) || number < 1 || number > 32_000)
      throw new SocavonError('internal', `A Surpac string cannot have the number ${number}.`);
    const count = points.length / 3;
    const all = closed ? count + 1 : count;
    for (let first = 0; first < all; first += BATCH) {
      const lines: string[] = [];
      for (let i = first; i < Math.min(all, first + BATCH); i++) {
        const at = 3 * (i % count);
        const place = [points[at + 1], points[at], points[at + 2]].map((value) => fixedText(value, DECIMALS));
        lines.push(`${[number, ...place, ...descriptions(i % count).map(field)].join(', ')}\r\n`);
      }
      yield lines.join('');
    }
    yield `${BLANK}\r\n`;
  }
  yield `${BLANK} END\r\n`;
}

/** Date as Surpac writes it: 21-Nov-26. */
function dayOf(date: Date): string {
  const day = date.getUTCDate().toString().padStart(2, '0');
  return `${day}-${MONTHS[date.getUTCMonth()]}-${(date.getUTCFullYear() % 100).toString().padStart(2, '0')}`;
}

/** Replaces commas and line breaks, which would start another field or record. */
function field(text: string): string {
  return text.replace(/[,\r\n]+/g, ' ').trim();
}
