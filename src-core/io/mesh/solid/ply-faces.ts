import { message } from '../../../messages/message.ts';
import { memorySource } from '../../bytes/byte-stream.ts';
import { latin1 } from '../../bytes/file-kind.ts';
import { PLY_TYPE_BYTES, type PlyElement, type PlyType, readPlyHeader } from '../../cloud/ply-header.ts';
import { type Faces, unusable } from './faces.ts';

/** Corners of a face; a longer list is damage. */
const MOST_CORNERS = 1000;

/**
 * Faces of a PLY mesh as triangles, a fan for one of more corners: text and both byte orders.
 *
 * @throws SocavonError 'solid-unusable': cut, or a vertex that is not there; 'file-format' of its header
 */
export async function plyFaces(bytes: Uint8Array, name: string): Promise<Faces> {
  const { encoding, elements, dataOffset } = await readPlyHeader(memorySource(name, bytes));
  const next =
    encoding === 'ascii'
      ? textNumbers(latin1(bytes.subarray(dataOffset)), name)
      : binaryNumbers(bytes.subarray(dataOffset), encoding === 'binary_little_endian', name);
  const xyz: number[] = [];
  const corners: number[] = [];
  for (const element of elements) {
    refuseTooMany(element, bytes.length, name);
    for (let i = 0; i < element.count; i++) {
      const record = recordOf(element, next, name);
      if (element.name === 'vertex')
        xyz.push(...['x', 'y', 'z'].map((axis) => record.numbers.get(axis) ?? Number.NaN));
      else if (element.name === 'face')
        for (let k = 2; k < record.list.length; k++)
          for (const at of [record.list[0], record.list[k - 1], record.list[k]]) {
            if (!(at >= 0 && 3 * at < xyz.length))
              throw unusable(message('solid-vertex', { name, face: i + 1, vertex: at }));
            corners.push(xyz[3 * at], xyz[3 * at + 1], xyz[3 * at + 2]);
          }
    }
  }
  return { corners: Float64Array.from(corners), unit: null, add: [0, 0, 0] };
}

type NextNumber = (type: PlyType) => number;

/** The numbers of a record by their names, and its first list. */
function recordOf(element: PlyElement, next: NextNumber, name: string) {
  const numbers = new Map<string, number>();
  let list: number[] | null = null;
  for (const { name: property, type, listLength } of element.properties) {
    if (listLength === null) {
      numbers.set(property, next(type));
      continue;
    }
    const count = next(listLength);
    if (!(count >= 0 && count <= MOST_CORNERS)) throw unusable(message('solid-corners', { name, count }));
    const values = Array.from({ length: count }, () => next(type));
    list ??= values;
  }
  return { numbers, list: list ?? [] };
}

/** A header may announce more than a file holds; each record takes a byte at least, but one without properties. */
function refuseTooMany({ count, properties }: PlyElement, size: number, name: string): void {
  if (count > size || (count > 0 && properties.length === 0)) throw unusable(message('solid-cut', { name }));
}

function textNumbers(text: string, name: string): NextNumber {
  const words = text.split(/\s+/).filter((word) => word !== '');
  let at = 0;
  return () => {
    const value = at < words.length ? Number(words[at++]) : Number.NaN;
    if (Number.isNaN(value)) throw unusable(message('solid-cut', { name }));
    return value;
  };
}

function binaryNumbers(bytes: Uint8Array, isLittle: boolean, name: string): NextNumber {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  return (type) => {
    const from = at;
    at += PLY_TYPE_BYTES[type];
    if (at > view.byteLength) throw unusable(message('solid-cut', { name }));
    switch (type) {
      case 'int8':
        return view.getInt8(from);
      case 'uint8':
        return view.getUint8(from);
      case 'int16':
        return view.getInt16(from, isLittle);
      case 'uint16':
        return view.getUint16(from, isLittle);
      case 'int32':
        return view.getInt32(from, isLittle);
      case 'uint32':
        return view.getUint32(from, isLittle);
      case 'float32':
        return view.getFloat32(from, isLittle);
      case 'float64':
        return view.getFloat64(from, isLittle);
    }
  };
}
