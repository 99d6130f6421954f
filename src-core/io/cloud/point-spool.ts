import { POINT_COLUMNS, type PointCloud } from '../../model/cloud.ts';
import { giveBack } from '../../model/give-back.ts';
import type { ReadSource, WriteSink } from '../bytes/byte-stream.ts';

/** Count, flags of the columns in the order of their list, origin as 3 f64. */
const HEAD_BYTES = 32;

/**
 * Passes a stream of points on and writes it to a file that `spooledPoints` reads again, so that points which cost a
 * transformation and a filter are made once for two passes. In the byte order of the machine: the file never leaves it.
 *
 * @throws errors of stream and sink, which stays open
 */
export async function* spoolPoints(
  clouds: AsyncIterable<PointCloud>,
  sink: WriteSink,
): AsyncGenerator<PointCloud, void, void> {
  for await (const cloud of clouds) {
    const { count, origin, xyz } = cloud;
    const head = new DataView(new ArrayBuffer(HEAD_BYTES));
    const parts: ArrayBufferView[] = [xyz.subarray(0, 3 * count)];
    let flags = 0;
    for (const [place, [name]] of POINT_COLUMNS.entries()) {
      const values = cloud[name];
      if (values === undefined) continue;
      flags |= 1 << place;
      parts.push(values.subarray(0, count));
    }
    head.setUint32(0, count);
    head.setUint32(4, flags);
    for (const [axis, value] of origin.entries()) head.setFloat64(8 + 8 * axis, value);
    const bytes = joined([head, ...parts]);
    await sink.write(bytes);
    giveBack(bytes);
    yield cloud;
  }
}

/** The points of a spool, cloud by cloud, with the columns that they had; each is valid until the next is asked for. @throws RangeError if it ends within a cloud */
export async function* spooledPoints(source: ReadSource): AsyncGenerator<PointCloud, void, void> {
  for (let at = 0; at < source.size; ) {
    const head = await whole(source, at, HEAD_BYTES);
    const view = new DataView(head.buffer);
    const [count, flags] = [view.getUint32(0), view.getUint32(4)];
    const columns = POINT_COLUMNS.filter((_, place) => (flags & (1 << place)) !== 0);
    const bytes = columns.reduce((sum, [, Type]) => sum + Type.BYTES_PER_ELEMENT, 12) * count;
    const { buffer } = await whole(source, at + HEAD_BYTES, bytes);
    at += HEAD_BYTES + bytes;
    let offset = 12 * count;
    const values: Record<string, ArrayBufferView> = {};
    for (const [name, Type] of columns) {
      const end = offset + Type.BYTES_PER_ELEMENT * count;
      // A column may begin where its type must not.
      values[name] = new Type(buffer.slice(offset, end));
      offset = end;
    }
    const xyz = new Float32Array(buffer, 0, 3 * count);
    yield { count, origin: [view.getFloat64(8), view.getFloat64(16), view.getFloat64(24)], xyz, ...values };
    giveBack(new Uint8Array(buffer), ...Object.values(values));
  }
}

function joined(parts: readonly ArrayBufferView[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/** Bytes in a buffer of their own. */
async function whole(source: ReadSource, at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  for (let read = 0; read < length; ) {
    const part = await source.read(at + read, length - read, bytes.subarray(read));
    if (part.length === 0) throw new RangeError(`${source.name} ends within a cloud`);
    if (part.buffer !== bytes.buffer) bytes.set(part, read);
    read += part.length;
  }
  return bytes;
}
