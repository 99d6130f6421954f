import { message } from '../messages/message.ts';
import type { PolylineDesign } from './design.ts';
import { designRefusal, figureRefusal } from './design-refusal.ts';

type Point = readonly [number, number];

/** Minimum area of an outline, m^2. */
const LEAST_AREA = 0.1;

/**
 * Checks that a free outline encloses an area and neither crosses nor touches itself.
 *
 * @throws SocavonError design-unusable: states the points or sides
 */
export function checkFreeOutline(design: PolylineDesign, name: string): void {
  const { points, floorSides, springHeight } = design;
  const n = points.length;
  const at = (i: number): Point => points[i % n];
  for (let i = 0; i < n; i++) {
    if (at(i)[0] === at(i + 1)[0] && at(i)[1] === at(i + 1)[1])
      throw designRefusal(name, message('design-point-twice', { point: ((i + 1) % n) + 1 }));
    if (turnsBack(at(i), at(i + 1), at(i + 2)))
      throw designRefusal(name, message('design-turns-back', { point: ((i + 1) % n) + 1 }));
  }
  const crossing = firstCrossing(points);
  if (crossing !== null)
    throw designRefusal(name, message('design-crosses', { side: crossing[0] + 1, other: crossing[1] + 1 }));
  const enclosed = Math.abs(doubleArea(points)) / 2;
  if (enclosed < LEAST_AREA)
    throw designRefusal(name, message('design-encloses-little', { area: enclosed.toPrecision(2) }));
  const unknown = floorSides?.find((side) => !(Number.isInteger(side) && side >= 0 && side < n));
  if (unknown !== undefined)
    throw designRefusal(name, message('design-side-none', { side: unknown, last: n - 1 }));
  const top = Math.max(...points.map(([, height]) => height));
  if (springHeight !== undefined && !(springHeight >= 0 && springHeight <= top))
    throw figureRefusal(name, 'springHeight', springHeight, message('design-spring', { height: top }));
}

/**
 * The first two sides without a common end that cross or touch; null: there are none. All pairs are looked at, of which
 * their boxes rule out nearly all: a tenth of a second for ten thousand sides.
 */
function firstCrossing(points: readonly Point[]): [side: number, other: number] | null {
  const n = points.length;
  const at = (i: number): Point => points[i % n];
  const boxes = new Float64Array(4 * n);
  for (let i = 0; i < n; i++) {
    const [[ax, ay], [bx, by]] = [at(i), at(i + 1)];
    boxes.set([Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)], 4 * i);
  }
  for (let i = 0; i < n; i++) {
    const [left, right, low, high] = boxes.subarray(4 * i, 4 * i + 4);
    for (let j = i + 2; j < n; j++) {
      if (boxes[4 * j] > right || boxes[4 * j + 1] < left) continue;
      if (boxes[4 * j + 2] > high || boxes[4 * j + 3] < low) continue;
      if ((j + 1) % n !== i && meet(at(i), at(i + 1), at(j), at(j + 1))) return [i, j];
    }
  }
  return null;
}

function doubleArea(points: readonly Point[]): number {
  return points.reduce((sum, p, i) => {
    const q = points[(i + 1) % points.length];
    return sum + p[0] * q[1] - q[0] * p[1];
  }, 0);
}

/** Twice the signed area of a triangle. */
function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function turnsBack(a: Point, b: Point, c: Point): boolean {
  return turn(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;
}

/** True if two sides without a common end cross or touch. */
function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc === 0 && within(a, b, c)) return true;
  if (abd === 0 && within(a, b, d)) return true;
  if (cda === 0 && within(c, d, a)) return true;
  if (cdb === 0 && within(c, d, b)) return true;
  return abc > 0 !== abd > 0 && cda > 0 !== cdb > 0 && abc !== 0 && abd !== 0 && cda !== 0 && cdb !== 0;
}

/** True if a point on the line through two others lies between them. */
function within(a: Point, b: Point, p: Point): boolean {
  return (
    Math.min(a[0], b[0]) <= p[0] &&
    p[0] <= Math.max(a[0], b[0]) &&
    Math.min(a[1], b[1]) <= p[1] &&
    p[1] <= Math.max(a[1], b[1])
  );
}
