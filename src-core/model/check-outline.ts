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
 * The first two sides without a common end that cross or touch; null: there are none. A tree of the boxes of neighbouring
 * sides rules out most, so that an outline takes n log n, where all pairs took n²; only one of slender rays, whose boxes
 * all overlap, takes as many.
 */
function firstCrossing(points: readonly Point[]): [side: number, other: number] | null {
  const n = points.length;
  const at = (i: number): Point => points[i % n];
  const boxes = boxTree(points);
  /** The first side in a node of the tree, after `side` and its neighbour, that crosses or touches it; -1: none. */
  const crossed = (side: number, own: number, node: number, first: number, end: number): number => {
    if (end <= side + 2) return -1;
    const box = 4 * node;
    if (boxes[box] > boxes[own + 1] || boxes[box + 1] < boxes[own]) return -1;
    if (boxes[box + 2] > boxes[own + 3] || boxes[box + 3] < boxes[own + 2]) return -1;
    if (end - first > 1) {
      const middle = (first + end) >> 1;
      const crossing = crossed(side, own, 2 * node + 1, first, middle);
      return crossing >= 0 ? crossing : crossed(side, own, 2 * node + 2, middle, end);
    }
    const isApart = (first + 1) % n === side || !meet(at(side), at(side + 1), at(first), at(first + 1));
    return isApart ? -1 : first;
  };
  for (let side = 0; side < n; side++) {
    const other = crossed(side, 4 * leafOf(side, n), 0, 0, n);
    if (other >= 0) return [side, other];
  }
  return null;
}

/** The boxes (left, right, low, high) of all sides, of each half of them, and so on; the halves of node k are 2 k + 1, 2 k + 2. */
function boxTree(points: readonly Point[]): Float64Array {
  const n = points.length;
  const boxes = new Float64Array(4 * 2 ** (Math.ceil(Math.log2(n)) + 1));
  const fill = (node: number, first: number, end: number): void => {
    if (end - first === 1) {
      const [a, b] = [points[first], points[(first + 1) % n]];
      boxes.set([Math.min(a[0], b[0]), Math.max(a[0], b[0])], 4 * node);
      boxes.set([Math.min(a[1], b[1]), Math.max(a[1], b[1])], 4 * node + 2);
      return;
    }
    const middle = (first + end) >> 1;
    fill(2 * node + 1, first, middle);
    fill(2 * node + 2, middle, end);
    const [a, b] = [4 * (2 * node + 1), 4 * (2 * node + 2)];
    for (let k = 0; k < 4; k++)
      boxes[4 * node + k] = (k % 2 === 0 ? Math.min : Math.max)(boxes[a + k], boxes[b + k]);
  };
  fill(0, 0, n);
  return boxes;
}

/** The node of the tree that is one side. */
function leafOf(side: number, n: number): number {
  let [node, first, end] = [0, 0, n];
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    if (side < middle) [node, end] = [2 * node + 1, middle];
    else [node, first] = [2 * node + 2, middle];
  }
  return node;
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
