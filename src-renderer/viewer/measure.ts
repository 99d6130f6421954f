import { addScaled, cross, dot, length, subtract, type Vector } from './vector.ts';

/** Length of a polyline, m: slope length, plan length, and height difference from its first to its last point. */
interface PolylineLength {
  readonly slope: number;
  readonly horizontal: number;
  /** Positive if the last point is higher. */
  readonly vertical: number;
}

export function lengthOf(points: readonly Vector[]): PolylineLength {
  let slope = 0;
  let horizontal = 0;
  for (let i = 1; i < points.length; i++) {
    const [dx, dy, dz] = subtract(points[i], points[i - 1]);
    slope += Math.hypot(dx, dy, dz);
    horizontal += Math.hypot(dx, dy);
  }
  const [first, last] = [points[0], points.at(-1)];
  return { slope, horizontal, vertical: first && last ? last[2] - first[2] : 0 };
}

/** Angle at the middle of three points, rad, 0..PI; null if two of them coincide. */
export function angleAt(before: Vector, corner: Vector, after: Vector): number | null {
  const a = subtract(before, corner);
  const b = subtract(after, corner);
  if (length(a) === 0 || length(b) === 0) return null;
  return Math.atan2(length(cross(a, b)), dot(a, b));
}

/**
 * Area of a closed polygon, m^2, in its best-fitting plane in the sense of Newell (1972): for a polygon that is not
 * planar, the largest projected area over all directions.
 */
export function areaOf(points: readonly Vector[]): number {
  if (points.length < 3) return 0;
  // Relative to the first point: products of northings would lose the millimetres.
  const own = points.map((point) => subtract(point, points[0]));
  const normal = own.reduce<Vector>(
    (sum, point, i) => addScaled(sum, cross(point, own[(i + 1) % own.length]), 0.5),
    [0, 0, 0],
  );
  return length(normal);
}
