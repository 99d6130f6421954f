import type { NamedPolyline } from '../../src-core/model/polyline.ts';

/** Vertex `i` of a line. */
export function pointOf({ points }: NamedPolyline, i: number): [number, number, number] {
  return [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
}

/** Length of a line in space, with its closing edge where it is closed. */
export function lengthOf(line: NamedPolyline): number {
  const n = line.points.length / 3;
  let length = 0;
  for (let i = line.closed ? 0 : 1; i < n; i++) {
    const [a, b] = [pointOf(line, (i + n - 1) % n), pointOf(line, i)];
    length += Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  }
  return length;
}

/** A group of a DXF. */
export type Group = readonly [code: number, value: string | number];

/** The text form of a DXF of these groups. */
export const asText = (all: readonly Group[]): Uint8Array =>
  new TextEncoder().encode(all.map(([code, value]) => `${code}\n${value}\n`).join(''));

/** The binary form of a DXF of groups whose codes are below 300: texts, doubles and integers. */
export function asBinary(all: readonly Group[], bytesPerCode: 1 | 2): Uint8Array {
  const bytes: number[] = Array.from('AutoCAD Binary DXF\r\n\u001a\0', (sign) => sign.charCodeAt(0));
  const put = (size: number, set: (view: DataView) => void): void => {
    const view = new DataView(new ArrayBuffer(size));
    set(view);
    bytes.push(...new Uint8Array(view.buffer));
  };
  for (const [code, value] of all) {
    if (bytesPerCode === 2) put(2, (view) => view.setInt16(0, code, true));
    else if (code < 255) bytes.push(code);
    else {
      bytes.push(255);
      put(2, (view) => view.setInt16(0, code, true));
    }
    if (code < 10 || code === 999) bytes.push(...new TextEncoder().encode(`${value}\0`));
    else if (code < 60 || (code >= 210 && code < 240) || code === 1040)
      put(8, (view) => view.setFloat64(0, Number(value), true));
    else if (code >= 90 && code < 100) put(4, (view) => view.setInt32(0, Number(value), true));
    else put(2, (view) => view.setInt16(0, Number(value), true));
  }
  return Uint8Array.from(bytes);
}
