import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import { bytesOf, PagedBytes } from '../model/paged-bytes.ts';

/**
 * Binary encoding of messages, for carriers without typed arrays: u32 length of the JSON (little-endian), the JSON
 * in UTF-8, then the arrays in order, each aligned to 8 bytes. In the JSON `{"$array": [type, place, length]}`
 * stands for an array, and `{"$array": text}` for a number that JSON has not: NaN, Infinity, -Infinity, -0.
 */

const TYPES = {
  Float32Array,
  Float64Array,
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
} as const;
type TypeName = keyof typeof TYPES;
type Typed = InstanceType<(typeof TYPES)[TypeName]>;

const ALIGNMENT = 8;
const MARK = '$array';

/** @throws SocavonError 'internal' for a field with the same name as the array marker */
export function encodeMessage(message: unknown): Uint8Array<ArrayBuffer> {
  const parts = messageParts(message);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(bytesOf(part), at);
    at += part.length;
  }
  return bytes;
}

/**
 * The bytes of `encodeMessage` in order, of which the arrays are not copied, and what lies in pages is not read.
 *
 * @throws as `encodeMessage`
 */
export function messageParts(message: unknown): (Uint8Array | PagedBytes)[] {
  const arrays: Placed[] = [];
  const text = new TextEncoder().encode(JSON.stringify(marked(message, arrays)));
  const head = new Uint8Array(aligned(4 + text.length));
  new DataView(head.buffer).setUint32(0, text.length, true);
  head.set(text, 4);
  const parts: (Uint8Array | PagedBytes)[] = [head];
  let at = 0;
  for (const { array, place } of arrays) {
    if (place > at) parts.push(new Uint8Array(place - at));
    parts.push(
      array instanceof PagedBytes ? array : new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
    );
    at = place + sizeOf(array);
  }
  return parts;
}

/** @throws SocavonError 'usage' if the bytes are no message */
export function decodeMessage(bytes: Uint8Array): unknown {
  try {
    // A copy: arrays must begin at a multiple of their element size, wherever the carrier put the bytes. Not
    // by `slice`, for which a Buffer of Node returns a view.
    const own = new Uint8Array(bytes);
    const length = new DataView(own.buffer).getUint32(0, true);
    const from = aligned(4 + length);
    const json = new TextDecoder('utf-8', { fatal: true }).decode(own.subarray(4, 4 + length));
    return JSON.parse(json, (_, value) => (isMark(value) ? markedBy(own.buffer, from, value) : value));
  } catch (cause) {
    throw new SocavonError('usage', message('message-unreadable'), { cause });
  }
}

interface Placed {
  readonly array: Typed | PagedBytes;
  /** Bytes after the head. */
  readonly place: number;
}

interface Mark {
  readonly [MARK]: readonly [type: TypeName, place: number, length: number] | string;
}

/** The message with its arrays replaced by markers; the arrays are appended to `arrays`. */
function marked(value: unknown, arrays: Placed[]): unknown {
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return { [MARK]: Object.is(value, -0) ? '-0' : String(value) } satisfies Mark;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => marked(item, arrays));
  const type = typeNameOf(value);
  if (type !== null) {
    const array = value as Placed['array'];
    const last = arrays.at(-1);
    const place = last === undefined ? 0 : aligned(last.place + sizeOf(last.array));
    arrays.push({ array, place });
    return { [MARK]: [type, place, array.length] } satisfies Mark;
  }
  if (MARK in value) throw new SocavonError('internal', `A message may have no field ${MARK}.`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, marked(item, arrays)]));
}

function markedBy(bytes: ArrayBuffer, from: number, { [MARK]: mark }: Mark): Typed | number {
  if (typeof mark === 'string') return Number(mark);
  const [type, place, length] = mark;
  return new TYPES[type](bytes, from + place, length);
}

function isMark(value: unknown): value is Mark {
  return typeof value === 'object' && value !== null && MARK in value;
}

function sizeOf(array: Placed['array']): number {
  return array instanceof PagedBytes ? array.length : array.byteLength;
}

function typeNameOf(value: object): TypeName | null {
  if (value instanceof PagedBytes) return 'Uint8Array';
  for (const name of Object.keys(TYPES) as TypeName[]) if (value instanceof TYPES[name]) return name;
  return null;
}

function aligned(bytes: number): number {
  return ALIGNMENT * Math.ceil(bytes / ALIGNMENT);
}
