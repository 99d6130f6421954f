import { LOW_WORD, stampWords } from '../../../src-core/model/stamp-words.ts';

/**
 * Byte-plane coding of scan images, so that they deflate well: each value becomes its difference to the left
 * neighbour, zigzag-coded to a small unsigned number, and the kth bytes of all values are stored together, so that
 * the high bytes are runs of zeros and the low bytes contain the noise.
 *
 * Every function takes the position to write or read at and returns the next one. `width` is the number of columns
 * of a row; the difference starts again at 0 in each row.
 */

/** Writes two planes of `values.length` bytes. */
export function putU16(out: Uint8Array, at: number, values: Uint16Array, width: number): number {
  const count = values.length;
  for (let i = 0; i < count; i++) {
    const left = i % width === 0 ? 0 : values[i - 1];
    const difference = ((values[i] - left) << 16) >> 16;
    const zigzag = (difference << 1) ^ (difference >> 15);
    out[at + i] = zigzag;
    out[at + count + i] = zigzag >>> 8;
  }
  return at + 2 * count;
}

export function takeU16(bytes: Uint8Array, at: number, values: Uint16Array, width: number): number {
  const count = values.length;
  for (let row = 0; row < count; row += width) {
    const end = Math.min(row + width, count);
    let left = 0;
    for (let i = row; i < end; i++) {
      const zigzag = bytes[at + i] | (bytes[at + count + i] << 8);
      left = (left + ((zigzag >>> 1) ^ -(zigzag & 1))) & 0xffff;
      values[i] = left;
    }
  }
  return at + 2 * count;
}

/** Writes four planes of `values.length` bytes, as one row. */
export function putI32(out: Uint8Array, at: number, values: Int32Array): number {
  const count = values.length;
  let left = 0;
  for (let i = 0; i < count; i++) {
    const difference = (values[i] - left) | 0;
    const zigzag = (difference << 1) ^ (difference >> 31);
    out[at + i] = zigzag;
    out[at + count + i] = zigzag >>> 8;
    out[at + 2 * count + i] = zigzag >>> 16;
    out[at + 3 * count + i] = zigzag >>> 24;
    left = values[i];
  }
  return at + 4 * count;
}

export function takeI32(bytes: Uint8Array, at: number, values: Int32Array): number {
  const count = values.length;
  let left = 0;
  for (let i = 0; i < count; i++) {
    const zigzag =
      bytes[at + i] |
      (bytes[at + count + i] << 8) |
      (bytes[at + 2 * count + i] << 16) |
      (bytes[at + 3 * count + i] << 24);
    left = (left + ((zigzag >>> 1) ^ -(zigzag & 1))) | 0;
    values[i] = left;
  }
  return at + 4 * count;
}

/**
 * Writes a mask of the non-zero values, then four planes of those only: a range image has many pixels without
 * return, and a difference across each would cost twice the range.
 */
export function putSparseU32(out: Uint8Array, at: number, values: Uint32Array, width: number): number {
  const count = values.length;
  const planes = putNonZeroMask(out, at, values);
  let present = 0;
  for (let i = 0; i < count; i++) if (values[i] !== 0) present++;
  let left = 0;
  let k = planes;
  for (let i = 0; i < count; i++) {
    if (i % width === 0) left = 0;
    const value = values[i];
    if (value === 0) continue;
    const difference = (value - left) | 0;
    const zigzag = (difference << 1) ^ (difference >> 31);
    out[k] = zigzag;
    out[k + present] = zigzag >>> 8;
    out[k + 2 * present] = zigzag >>> 16;
    out[k + 3 * present] = zigzag >>> 24;
    left = value;
    k++;
  }
  return planes + 4 * present;
}

export function takeSparseU32(bytes: Uint8Array, at: number, values: Uint32Array, width: number): number {
  const count = values.length;
  const planes = at + maskBytes(count);
  let present = 0;
  for (let i = 0; i < count; i++) present += (bytes[at + (i >> 3)] >> (i & 7)) & 1;
  let k = planes;
  for (let row = 0; row < count; row += width) {
    const end = Math.min(row + width, count);
    let left = 0;
    for (let i = row; i < end; i++) {
      if (((bytes[at + (i >> 3)] >> (i & 7)) & 1) === 0) continue;
      const zigzag =
        bytes[k] |
        (bytes[k + present] << 8) |
        (bytes[k + 2 * present] << 16) |
        (bytes[k + 3 * present] << 24);
      left = (left + ((zigzag >>> 1) ^ -(zigzag & 1))) >>> 0;
      values[i] = left;
      k++;
    }
  }
  return planes + 4 * present;
}

/** Writes eight planes of second differences: a sensor's columns are evenly spaced in time. */
export function putStamps(out: Uint8Array, at: number, stamps: BigUint64Array): number {
  const count = stamps.length;
  const words = stampWords(stamps);
  let [low, high, stepLow, stepHigh] = [0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const nextLow = words[2 * i + LOW_WORD];
    const nextHigh = words[2 * i + 1 - LOW_WORD];
    const byLow = (nextLow - low) >>> 0;
    const byHigh = (nextHigh - high - (nextLow < low ? 1 : 0)) >>> 0;
    const changeLow = (byLow - stepLow) >>> 0;
    const changeHigh = (byHigh - stepHigh - (byLow < stepLow ? 1 : 0)) | 0;
    const sign = changeHigh >> 31;
    const zigLow = (changeLow << 1) ^ sign;
    const zigHigh = ((changeHigh << 1) | (changeLow >>> 31)) ^ sign;
    for (let plane = 0; plane < 4; plane++) {
      out[at + plane * count + i] = zigLow >>> (8 * plane);
      out[at + (plane + 4) * count + i] = zigHigh >>> (8 * plane);
    }
    low = nextLow;
    high = nextHigh;
    stepLow = byLow;
    stepHigh = byHigh;
  }
  return at + 8 * count;
}

export function takeStamps(bytes: Uint8Array, at: number, stamps: BigUint64Array): number {
  const count = stamps.length;
  const words = stampWords(stamps);
  let [low, high, stepLow, stepHigh] = [0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    let zigLow = 0;
    let zigHigh = 0;
    for (let plane = 0; plane < 4; plane++) {
      zigLow |= bytes[at + plane * count + i] << (8 * plane);
      zigHigh |= bytes[at + (plane + 4) * count + i] << (8 * plane);
    }
    const sign = -(zigLow & 1);
    const sum = stepLow + ((((zigLow >>> 1) | (zigHigh << 31)) ^ sign) >>> 0);
    stepHigh = (stepHigh + ((zigHigh >>> 1) ^ sign) + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    stepLow = sum >>> 0;
    const next = low + stepLow;
    high = (high + stepHigh + (next > 0xffffffff ? 1 : 0)) >>> 0;
    low = next >>> 0;
    words[2 * i + LOW_WORD] = low;
    words[2 * i + 1 - LOW_WORD] = high;
  }
  return at + 8 * count;
}

/** Writes one bit per value, lowest first: 1 if the value is not 0. `out` must be zeroed there. */
export function putNonZeroMask(out: Uint8Array, at: number, values: Uint8Array | Uint32Array): number {
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) out[at + (i >> 3)] |= 1 << (i & 7);
  return at + maskBytes(values.length);
}

/** Sets each value to 1 or 0. */
export function takeMask(bytes: Uint8Array, at: number, values: Uint8Array): number {
  for (let i = 0; i < values.length; i++) values[i] = (bytes[at + (i >> 3)] >> (i & 7)) & 1;
  return at + maskBytes(values.length);
}

export function maskBytes(count: number): number {
  return (count + 7) >> 3;
}
