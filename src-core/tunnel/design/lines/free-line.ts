import { measurePolygon } from '../../../math/polygon.ts';
import type { PolylineDesign } from '../../../model/design.ts';
import type { DesignLine } from './design-line.ts';

/** Tangent of 30 degrees: a side that leans inwards by more from the vertical is not a wall. */
const WALL_LEAN = Math.tan(Math.PI / 6);

/**
 * Outline of a free section, counter-clockwise, about its own zero and floor; its corners are derived from
 * its sides.
 */
export function freeLine(design: PolylineDesign): DesignLine {
  const points = counterClockwise(design);
  const n = points.length;
  const floor = floorOf(points, sidesOf(design));
  const isSpring = (from: number, to: number, inwards: number): boolean => {
    const [x, y] = points[from];
    if (design.springHeight !== undefined) return y >= design.springHeight - 1e-9;
    return inwards * (points[to][0] - x) > WALL_LEAN * (points[to][1] - y);
  };
  let leftSpring = floor.left;
  while (leftSpring !== floor.right && !isSpring(leftSpring, (leftSpring + 1) % n, -1))
    leftSpring = (leftSpring + 1) % n;
  let rightSpring = floor.right;
  while (rightSpring !== leftSpring && !isSpring(rightSpring, (rightSpring + n - 1) % n, 1))
    rightSpring = (rightSpring + n - 1) % n;
  return {
    outline: Float64Array.from(points.flat()),
    leftFloor: floor.left,
    leftSpring,
    rightSpring,
    rightFloor: floor.right,
  };
}

/**
 * Flags of the sides of a free outline that are its floor: one per vertex of its `freeLine`, for the side
 * that begins there.
 */
export function freeFloor(design: PolylineDesign): boolean[] {
  const points = counterClockwise(design);
  const named = sidesOf(design);
  return points.map((_, i) => isFloor(points, i, named));
}

function isClockwise({ points }: PolylineDesign): boolean {
  return measurePolygon(points.flat()).area < 0;
}

function counterClockwise(design: PolylineDesign): (readonly [number, number])[] {
  return isClockwise(design) ? design.points.toReversed() : [...design.points];
}

/**
 * Sides of the floor in counter-clockwise order, by the vertex at which each begins; null: the section names
 * none.
 */
function sidesOf(design: PolylineDesign): ReadonlySet<number> | null {
  if (design.floorSides === undefined) return null;
  const n = design.points.length;
  // In the reverse order a side begins at the vertex where it ended.
  return new Set(design.floorSides.map((side) => (isClockwise(design) ? (2 * n - 2 - side) % n : side)));
}

function isFloor(
  points: readonly (readonly [number, number])[],
  side: number,
  named: ReadonlySet<number> | null,
): boolean {
  if (named !== null) return named.has(side);
  const [x0, y0] = points[side];
  const [x1, y1] = points[(side + 1) % points.length];
  return x1 > x0 && x1 - x0 >= Math.abs(y1 - y0);
}

/** Leftmost and rightmost vertex of the floor; without a floor, its lowest vertex for both. */
function floorOf(
  points: readonly (readonly [number, number])[],
  named: ReadonlySet<number> | null,
): { left: number; right: number } {
  const sides = points.map((_, i) => i).filter((i) => isFloor(points, i, named));
  if (sides.length === 0) {
    const lowest = points.reduce((best, [, y], i) => (y < points[best][1] ? i : best), 0);
    return { left: lowest, right: lowest };
  }
  const ends = sides.flatMap((i) => [i, (i + 1) % points.length]);
  const extreme = (sign: number): number =>
    ends.reduce((best, i) => (sign * points[i][0] > sign * points[best][0] ? i : best));
  return { left: extreme(1), right: extreme(-1) };
}
