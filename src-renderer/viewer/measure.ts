import { addScaled, cross, dot, length, subtract, type Vector } from './vector.ts';

/** How long a path over points is, m: as it goes, in plan, and in height from its first point to its last. */
export interface PolylineLength {
  readonly slope: number;
  readonly horizontal: number;
  /** Positive where the last point is higher. */
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

/** Angle at the middle one of three points, rad, 0..PI; null where two of them are the same. */
export function angleAt(before: Vector, corner: Vector, after: Vector): number | null {
  const a = subtract(before, corner);
  const b = subtract(after, corner);
  if (length(a) === 0 || length(b) === 0) return null;
  return Math.atan2(length(cross(a, b)), dot(a, b));
}

/**
 * Area within a closed path of points, m^2, in the plane that fits it best in the sense of Newell (1972): for points that
 * do not lie in a plane it is the largest area that any direction sees.
 */
export function areaOf(points: readonly Vector[]): number {
  if (points.length < 3) return 0;
  // Relative to the first: products of northings would lose the millimetres.
  const own = points.map((point) => subtract(point, points[0]));
  const normal = own.reduce<Vector>(
    (sum, point, i) => addScaled(sum, cross(point, own[(i + 1) % own.length]), 0.5),
    [0, 0, 0],
  );
  return length(normal);
}
