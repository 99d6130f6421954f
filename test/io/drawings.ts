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
