import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { drawingText } from '../drawing-text.ts';

/** One group of a DXF: code and value, with the line number of the code, from 1; of a binary one, that of its text form. */
export interface DxfPair {
  readonly code: number;
  readonly value: string;
  readonly line: number;
}

/** The bytes that a binary DXF begins with. */
const SENTINEL = Array.from('AutoCAD Binary DXF\r\n\u001a\0', (sign) => sign.charCodeAt(0));

/** Type of the value of each group, by the first and the last code that have it. */
const TYPES: readonly (readonly [first: number, last: number, type: ValueType])[] = [
  [0, 9, 'text'],
  [10, 59, 'f64'],
  [60, 79, 'i16'],
  [90, 99, 'i32'],
  [100, 102, 'text'],
  [105, 105, 'text'],
  [110, 149, 'f64'],
  [160, 169, 'i64'],
  [170, 179, 'i16'],
  [210, 239, 'f64'],
  [270, 289, 'i16'],
  [290, 299, 'u8'],
  [300, 309, 'text'],
  [310, 319, 'chunk'],
  [320, 369, 'text'],
  [370, 389, 'i16'],
  [390, 399, 'text'],
  [400, 409, 'i16'],
  [410, 419, 'text'],
  [420, 429, 'i32'],
  [430, 439, 'text'],
  [440, 459, 'i32'],
  [460, 469, 'f64'],
  [470, 481, 'text'],
  [999, 1003, 'text'],
  [1004, 1004, 'chunk'],
  [1005, 1009, 'text'],
  [1010, 1059, 'f64'],
  [1060, 1070, 'i16'],
  [1071, 1071, 'i32'],
];

type ValueType = 'text' | 'f64' | 'i16' | 'i32' | 'i64' | 'u8' | 'chunk';

const BYTES: Readonly<Record<Exclude<ValueType, 'text' | 'chunk'>, number>> = {
  f64: 8,
  i16: 2,
  i32: 4,
  i64: 8,
  u8: 1,
};

/** Mark of a group code above 254 in the form with one byte a code; the code follows in two. */
const LONG_CODE = 255;

/** True for the sentinel of a binary DXF. */
export function isBinaryDxf(bytes: Uint8Array): boolean {
  return SENTINEL.every((byte, i) => bytes[i] === byte);
}

/**
 * Parses the groups of a binary DXF up to its EOF: with one byte a code (to R12) or two (since R13), little-endian.
 *
 * @returns values as the text form has them; the line of a group is that of its code in the text form
 * @throws SocavonError drawing-format for a code of no known type, drawing-truncated if EOF is missing
 */
export function* binaryPairs(bytes: Uint8Array, name: string): Generator<DxfPair, void, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = SENTINEL.length;
  // The first group is a 0, or a comment: its second byte is that of the code, or a letter of its text.
  const isShort = !(bytes[at + 1] === 0 || (bytes[at] !== LONG_CODE && bytes[at + 1] === 999 >> 8));
  const take = (count: number): number => {
    if (at + count > bytes.length)
      throw new SocavonError('drawing-truncated', message('dxf-binary-cut', { name, byte: bytes.length }));
    at += count;
    return at - count;
  };
  const groupCode = (): number => {
    if (!isShort) return view.getInt16(take(2), true);
    const code = bytes[take(1)];
    return code === LONG_CODE ? view.getInt16(take(2), true) : code;
  };
  const text = (): string => {
    const end = bytes.indexOf(0, at);
    const start = take((end < 0 ? bytes.length : end) - at + 1);
    return drawingText(bytes.subarray(start, end));
  };
  for (let line = 1; ; line += 2) {
    const begin = at;
    const code = groupCode();
    const type = TYPES.find(([first, last]) => code >= first && code <= last)?.[2];
    if (type === undefined) throw refusal(name, message('dxf-binary-code', { byte: begin, code }));
    let value = '';
    if (type === 'text') value = text();
    else if (type === 'chunk') take(bytes[take(1)]);
    else value = String(numberAt(view, take(BYTES[type]), type));
    if (code === 0 && value === 'EOF') return;
    yield { code, value, line };
  }
}

function numberAt(view: DataView, at: number, type: keyof typeof BYTES): number | bigint {
  switch (type) {
    case 'f64':
      return view.getFloat64(at, true);
    case 'i16':
      return view.getInt16(at, true);
    case 'i32':
      return view.getInt32(at, true);
    case 'i64':
      return view.getBigInt64(at, true);
    case 'u8':
      return view.getUint8(at);
  }
}

function refusal(name: string, what: Message): SocavonError {
  return new SocavonError('drawing-format', message('drawing-refused', { name, what }));
}
