import { PointColumns } from '../../src-core/map-levels/point-columns.ts';

/** Bytes of a point as written: x, y, z in f32, scan in u32, reflectivity in u16; column after column, little-endian. */
export const POINT_BYTES = 18;

export function encodeColumns({ count, xyz, scanIndex, reflectivity }: PointColumns): Uint8Array {
  const bytes = new Uint8Array(POINT_BYTES * count);
  bytes.set(new Uint8Array(xyz.buffer, 0, 12 * count), 0);
  bytes.set(new Uint8Array(scanIndex.buffer, 0, 4 * count), 12 * count);
  bytes.set(new Uint8Array(reflectivity.buffer, 0, 2 * count), 16 * count);
  return bytes;
}

/** Decodes point columns. @param bytes of whole points; copied */
export function decodeColumns(bytes: Uint8Array<ArrayBuffer>): PointColumns {
  const count = bytes.length / POINT_BYTES;
  const { buffer, byteOffset } = bytes;
  const columns = new PointColumns(0);
  columns.count = count;
  columns.xyz = new Float32Array(buffer.slice(byteOffset, byteOffset + 12 * count));
  columns.scanIndex = new Uint32Array(buffer.slice(byteOffset + 12 * count, byteOffset + 16 * count));
  columns.reflectivity = new Uint16Array(buffer.slice(byteOffset + 16 * count, byteOffset + 18 * count));
  return columns;
}
