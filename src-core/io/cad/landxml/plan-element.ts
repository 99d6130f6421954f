type Point = readonly [easting: number, northing: number];

/**
 * Element of an alignment in plan with linearly varying curvature: a line (0, 0), an arc (k, k) or a clothoid.
 * Metres; a curvature is positive for a left turn (counter-clockwise seen from above), 1/m.
 */
export interface PlanElement {
  readonly length: number;
  readonly start: Point;
  readonly end: Point;
  /** Direction at the start, radians from east towards north. */
  readonly heading: number;
  readonly startCurvature: number;
  readonly endCurvature: number;
  /** Line of the file. */
  readonly line: number;
}

/** Five-point Gauss-Legendre rule on 0..1; a clothoid piece of less than a quarter radian is exact to 1e-12. */
const NODES = [0.04691007703066802, 0.23076534494715845, 0.5, 0.7692346550528415, 0.953089922969332];
const WEIGHTS = [
  0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454,
];
const LARGEST_TURN = 0.25;

/** Point of an element at `s` metres from its start; at 0 and at its length exactly the points of the file. */
export function planPoint(element: PlanElement, s: number): [number, number] {
  const { start, end, length } = element;
  if (s <= 0) return [start[0], start[1]];
  if (s >= length) return [end[0], end[1]];
  if (!isCurved(element)) {
    const t = s / length;
    return [start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])];
  }
  return alongCurve(element, s);
}

/**
 * Misclosure of an element, m: distance of the end computed from length and curvature to the end in the file; detects a
 * wrong length, radius or turn.
 */
export function misclosure(element: PlanElement): number {
  const { start, end, length } = element;
  if (!isCurved(element)) return Math.abs(Math.hypot(end[0] - start[0], end[1] - start[1]) - length);
  const [x, y] = alongCurve(element, element.length);
  return Math.hypot(x - element.end[0], y - element.end[1]);
}

export function isCurved({ startCurvature, endCurvature }: PlanElement): boolean {
  return startCurvature !== 0 || endCurvature !== 0;
}

function alongCurve(element: PlanElement, s: number): [number, number] {
  const { start, length, heading, startCurvature: k0, endCurvature: k1 } = element;
  const direction = (at: number): number => heading + k0 * at + ((k1 - k0) * at * at) / (2 * length);
  const steps = Math.max(1, Math.ceil((Math.max(Math.abs(k0), Math.abs(k1)) * s) / LARGEST_TURN));
  const h = s / steps;
  let [x, y] = [0, 0];
  for (let i = 0; i < steps; i++)
    for (let g = 0; g < NODES.length; g++) {
      const theta = direction((i + NODES[g]) * h);
      x += WEIGHTS[g] * Math.cos(theta);
      y += WEIGHTS[g] * Math.sin(theta);
    }
  return [start[0] + h * x, start[1] + h * y];
}
