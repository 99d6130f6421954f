import type { Rigid } from '../../src-core/model/rigid.ts';

/** Encodes a transform as 12 little-endian f64: R row-major, then t in metres. */
export function encodeRigid({ R, t }: Rigid): Uint8Array {
  return encodeF64([...R, ...t]);
}

/** @param bytes 96 bytes, as `encodeRigid` wrote them */
export function decodeRigid(bytes: Uint8Array): Rigid {
  const values = decodeF64(bytes);
  return { R: values.slice(0, 9), t: values.slice(9, 12) };
}

/** @param bytes 24 bytes */
export function decodeVector(bytes: Uint8Array): [number, number, number] {
  const [x, y, z] = decodeF64(bytes);
  return [x, y, z];
}

export function encodeF64(values: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(8 * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) view.setFloat64(8 * i, values[i], true);
  return bytes;
}

export function decodeF64(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float64Array.from({ length: bytes.byteLength / 8 }, (_, i) => view.getFloat64(8 * i, true));
}
