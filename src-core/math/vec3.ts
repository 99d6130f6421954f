/**
 * Vectors of three numbers. The order of summation is part of each function's contract: results are compared to the
 * last bit.
 */
export type Vec3 = [number, number, number];

/** Scalar product. */
export function dot3(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Vector product `a x b`. */
export function cross3(a: ArrayLike<number>, b: ArrayLike<number>): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** `a - b`. */
export function minus3(a: ArrayLike<number>, b: ArrayLike<number>): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** Euclidean length. */
export function norm3(a: ArrayLike<number>): number {
  return Math.hypot(a[0], a[1], a[2]);
}

/** Euclidean distance of two points. */
export function distance3(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The vector divided by its length; NaN for a zero vector. */
export function unit3(a: ArrayLike<number>): Vec3 {
  const norm = norm3(a);
  return [a[0] / norm, a[1] / norm, a[2] / norm];
}

/** Vector from point i to point j of a polyline or cloud, 3 numbers each. */
export function step3(xyz: ArrayLike<number>, i: number, j: number): Vec3 {
  return [xyz[3 * j] - xyz[3 * i], xyz[3 * j + 1] - xyz[3 * i + 1], xyz[3 * j + 2] - xyz[3 * i + 2]];
}

/** Distance between points i and j of a polyline or cloud, 3 numbers each. */
export function stepLength3(xyz: ArrayLike<number>, i: number, j: number): number {
  return Math.hypot(
    xyz[3 * j] - xyz[3 * i],
    xyz[3 * j + 1] - xyz[3 * i + 1],
    xyz[3 * j + 2] - xyz[3 * i + 2],
  );
}
