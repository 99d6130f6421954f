import { decode as decodePng } from 'fast-png';
import { decompress } from 'fzstd';

/** Element of a field, by the numbers of the schema's CHAN_FIELD_TYPE: bytes of each. */
const ELEMENT_BYTES: Readonly<Record<number, number>> = {
  1: 1,
  2: 2,
  3: 4,
  4: 8,
  5: 1,
  6: 2,
  7: 4,
  8: 8,
  9: 4,
  10: 8,
};

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47];
const PNG_WIDTH_AT = 16;
/** Another compression of newer files: eight bytes of header, then Zstandard. */
const ZPNG_MAGIC = 0xfbf8;
const ZPNG_HEADER_BYTES = 8;

/** A field that cannot be read, with the reason in a word. */
export class FieldError extends Error {}

/**
 * Bytes of a field, little-endian, row by row: a PNG whose samples are the bytes or 16-bit words of an element, lowest
 * first (8 bits grey, 16 bits grey, RGBA of 8 or 16 bits), or a ZPNG image, or the bytes themselves.
 *
 * @param type of an element, CHAN_FIELD_TYPE
 * @throws FieldError if it has another size or is damaged
 */
export function decodeField(bytes: Uint8Array, rows: number, columns: number, type: number): Uint8Array {
  const element = ELEMENT_BYTES[type];
  if (element === undefined) throw new FieldError(`type ${type}`);
  const length = rows * columns * element;
  if (PNG_SIGNATURE.every((byte, i) => bytes[i] === byte)) return fromPng(bytes, rows, columns, element);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length >= ZPNG_HEADER_BYTES && view.getUint16(0, true) === ZPNG_MAGIC && bytes.length !== length)
    return fromZpng(view, bytes, rows, columns, element);
  if (bytes.length !== length) throw new FieldError(`${bytes.length} bytes for ${length}`);
  return bytes;
}

function fromPng(bytes: Uint8Array, rows: number, columns: number, element: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < PNG_WIDTH_AT + 8) throw new FieldError('a cut image');
  const [width, height] = [view.getUint32(PNG_WIDTH_AT), view.getUint32(PNG_WIDTH_AT + 4)];
  if (width !== columns || height !== rows) throw new FieldError(`an image of ${width} x ${height}`);
  let image: ReturnType<typeof decodePng>;
  try {
    image = decodePng(bytes);
  } catch (error) {
    throw new FieldError((error as Error).message);
  }
  const { data, channels, depth } = image;
  const sampleBytes = depth / 8;
  if (!Number.isInteger(sampleBytes) || data.length !== width * height * channels)
    throw new FieldError(`an image of ${depth} bits`);
  const own = channels * sampleBytes;
  if (own > element) throw new FieldError(`elements of ${own} bytes for ${element}`);
  const out = new Uint8Array(width * height * element);
  // A narrower image than its element (24 bits of a range) leaves the upper bytes zero.
  for (let pixel = 0, at = 0; pixel < width * height; pixel++)
    for (let channel = 0; channel < channels; channel++, at++) {
      const to = pixel * element + channel * sampleBytes;
      out[to] = data[at] & 0xff;
      if (sampleBytes === 2) out[to + 1] = data[at] >>> 8;
    }
  return out;
}

/** Differences to the element on the left, byte by byte; four-byte elements as planes with differences of channels. */
function fromZpng(
  view: DataView,
  bytes: Uint8Array,
  rows: number,
  columns: number,
  element: number,
): Uint8Array {
  const [width, height] = [view.getUint16(2, true), view.getUint16(4, true)];
  const own = view.getUint8(6) * view.getUint8(7);
  if (width !== columns || height !== rows || own !== element)
    throw new FieldError(`an image of ${width} x ${height} elements of ${own} bytes`);
  const length = width * height * element;
  let packed: Uint8Array;
  try {
    packed = decompress(bytes.subarray(ZPNG_HEADER_BYTES), new Uint8Array(length));
  } catch (error) {
    throw new FieldError((error as Error).message);
  }
  if (packed.length !== length) throw new FieldError(`${packed.length} bytes for ${length}`);
  return element === 4 ? unfilterPlanes(packed, width, height) : unfilter(packed, width, height, element);
}

function unfilter(packed: Uint8Array, width: number, height: number, element: number): Uint8Array {
  const out = new Uint8Array(packed.length);
  const stride = width * element;
  for (let row = 0; row < height; row++)
    for (let i = 0, at = row * stride; i < stride; i++, at++)
      out[at] = packed[at] + (i < element ? 0 : out[at - element]);
  return out;
}

function unfilterPlanes(packed: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(packed.length);
  const plane = width * height;
  for (let pixel = 0, at = 0; pixel < plane; pixel++, at += 4) {
    const left = pixel % width === 0 ? -1 : at - 4;
    const third = packed[pixel];
    const second = packed[plane + pixel] + third;
    out[at] = second - packed[2 * plane + pixel] + (left < 0 ? 0 : out[left]);
    out[at + 1] = second + (left < 0 ? 0 : out[left + 1]);
    out[at + 2] = third + (left < 0 ? 0 : out[left + 2]);
    out[at + 3] = packed[3 * plane + pixel] + (left < 0 ? 0 : out[left + 3]);
  }
  return out;
}
