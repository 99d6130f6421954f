import { message } from '../../../messages/message.ts';
import { memorySource } from '../../bytes/byte-stream.ts';
import { latin1 } from '../../bytes/file-kind.ts';
import { PLY_TYPE_BYTES, type PlyElement, type PlyType, readPlyHeader } from '../../cloud/ply-header.ts';
import { ExponentStep, farthestSingleStep } from './coordinate-step.ts';
import { cornersOf, type Faces, unusable } from './faces.ts';

/** Corners of a face; a longer list is damage. Strips have any number. */
const MOST_CORNERS = 1000;
/** Begins another strip in the list of strips. */
const RESTART = -1;

/**
 * Faces of a PLY mesh as triangles, a fan for one of more corners: text and both byte orders, elements in any order, also
 * triangle strips (`tristrips`). Elements of other names are passed over.
 *
 * @throws SocavonError 'solid-unusable': cut, or a vertex that is not there; 'file-format' of its header
 */
export async function plyFaces(bytes: Uint8Array, name: string): Promise<Faces> {
  const { encoding, elements, dataOffset, lines } = await readPlyHeader(memorySource(name, bytes));
  const data = bytes.subarray(dataOffset);
  const step = new ExponentStep();
  const numbers =
    encoding === 'ascii'
      ? textNumbers(latin1(data), lines + 1, name)
      : binaryNumbers(data, encoding === 'binary_little_endian', name);
  const xyz: number[] = [];
  const triangles: number[] = [];
  const faceOf: number[] = [];
  for (const element of elements) {
    refuseTooMany(element, bytes.length, name);
    const list = isVertices(element) ? -1 : placeOfList(element);
    for (let i = 0; i < element.count; i++) {
      const first = triangles.length;
      element.properties.forEach(({ name: property, type, listLength }, place) => {
        if (listLength === null) {
          const value = numbers.next(type);
          const axis = isVertices(element) ? ['x', 'y', 'z'].indexOf(property.toLowerCase()) : -1;
          if (axis < 0) return;
          xyz[3 * i + axis] = value;
          step.see(numbers.word(), axis);
          return;
        }
        const count = numbers.next(listLength);
        const most = element.name === 'face' ? MOST_CORNERS : bytes.length;
        if (!(Number.isInteger(count) && count >= 0 && count <= most))
          throw unusable(message('solid-corners', { name, count }));
        const corners: number[] = [];
        for (let k = 0; k < count; k++) corners.push(numbers.next(type));
        if (place === list) triangles.push(...(element.name === 'face' ? fan(corners) : []));
        if (place === list && element.name === 'tristrips')
          for (const corner of strips(corners)) triangles.push(corner);
      });
      numbers.endRow(element.properties.some(({ listLength }) => listLength !== null));
      for (let t = first; t < triangles.length; t += 3) faceOf.push(i + 1);
    }
  }
  triangles.forEach((vertex, i) => {
    if (!(Number.isInteger(vertex) && vertex >= 0 && 3 * vertex < xyz.length))
      throw unusable(message('solid-vertex', { name, face: faceOf[Math.floor(i / 3)], vertex }));
  });
  return {
    corners: cornersOf(xyz, triangles),
    unit: null,
    add: [0, 0, 0],
    step: Math.max(step.step, isSingle(elements.find(isVertices), xyz) ? farthestSingleStep(xyz) : 0),
  };
}

function isVertices({ name }: PlyElement): boolean {
  return name === 'vertex';
}

/** Where the list of corners of a face stands: under its name, else the first list. */
function placeOfList({ properties }: PlyElement): number {
  const named = properties.findIndex(
    ({ name, listLength }) => listLength !== null && /^vertex_(?:index|indices)$/i.test(name),
  );
  return named >= 0 ? named : properties.findIndex(({ listLength }) => listLength !== null);
}

function fan(corners: readonly number[]): number[] {
  return corners.slice(2).flatMap((last, k) => [corners[0], corners[k + 1], last]);
}

/** Triangles of strips: each corner makes one with the two before it, every second one turned. */
function* strips(corners: readonly number[]): Generator<number, void, undefined> {
  let first = 0;
  for (let k = 0; k < corners.length; k++) {
    if (corners[k] === RESTART) first = k + 1;
    if (k - first < 2) continue;
    const [a, b, c] = corners.slice(k - 2, k + 1);
    yield* (k - first) % 2 === 0 ? [a, b, c] : [b, a, c];
  }
}

/** True for coordinates of type `float`; a text may hold more digits than that type does. */
function isSingle(vertices: PlyElement | undefined, xyz: readonly number[]): boolean {
  const isFloat = vertices?.properties.some(
    ({ name, type }) => ['x', 'y', 'z'].includes(name.toLowerCase()) && type === 'float32',
  );
  return isFloat === true && xyz.every((value) => Number.isNaN(value) || Math.fround(value) === value);
}

interface Numbers {
  next(type: PlyType): number;
  /** Text of the last number; empty in a binary file. */
  word(): string;
  /** @param hasList of an element with a list some programs write more numbers than the header says */
  endRow(hasList: boolean): void;
}

/** A header may announce more than a file holds; each record takes a byte at least, but one without properties. */
function refuseTooMany({ count, properties }: PlyElement, size: number, name: string): void {
  if (count > size || (count > 0 && properties.length === 0)) throw unusable(message('solid-cut', { name }));
}

/** Numbers of a text: a row is a line, or several, of which the last one ends with it. */
function textNumbers(text: string, firstLine: number, name: string): Numbers {
  const lines = text.split(/\r\n|\n|\r/);
  let [line, words, at, isWrapped] = [-1, [] as string[], 0, false];
  const refused = () =>
    unusable(message('solid-line', { name, line: firstLine + line, content: words.join(' ').slice(0, 60) }));
  const nextLine = (): void => {
    if (++line >= lines.length) throw unusable(message('solid-cut', { name }));
    words = lines[line].split(/\s+/).filter((word) => word !== '');
    isWrapped ||= at > 0;
    at = 0;
  };
  return {
    next() {
      while (at >= words.length) nextLine();
      const word = words[at++];
      const value = Number(word);
      if (Number.isNaN(value) && !/^[+-]?(?:nan|inf|infinity)(?:\(.*\))?$/i.test(word)) throw refused();
      return value;
    },
    word: () => words[at - 1],
    endRow(hasList) {
      if (at < words.length && (!hasList || isWrapped)) throw refused();
      [words, at, isWrapped] = [[], 0, false];
    },
  };
}

function binaryNumbers(bytes: Uint8Array, isLittle: boolean, name: string): Numbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const next = (type: PlyType): number => {
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
  return { next, word: () => '', endRow: () => undefined };
}
