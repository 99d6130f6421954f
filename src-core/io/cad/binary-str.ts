import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { drawingText } from './drawing-text.ts';

/** A record of a string file: its fields, string number first, and the line where it stands in the text form. */
export interface StrRecord {
  readonly fields: readonly string[];
  readonly line: number;
}

/** What stands between the axis record and the first point: a number and an empty text, all 0. */
const LEAD = 5;
/** String number (32 bits), northing, easting, elevation (64 bits each); a text up to its 0 follows. */
const FIGURES = 28;

/** Where the binary part of a binary string file begins: behind its second line. */
export function binaryStart(bytes: Uint8Array): number {
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
export function* binaryStrRecords(bytes: Uint8Array, name: string): Generator<StrRecord, void, undefined> {
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
