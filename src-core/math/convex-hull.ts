/**
 * Convex hull of points in the plane, counter-clockwise, without points on its sides (Andrew 1979, monotone chain).
 *
 * @param points (x, y) pairs
 * @returns (x, y) pairs; the points themselves if there are fewer than three
 */
export function convexHull(points: ArrayLike<number>): number[] {
  const order = Array.from({ length: points.length / 2 }, (_, i) => i).sort(
    (a, b) => points[2 * a] - points[2 * b] || points[2 * a + 1] - points[2 * b + 1],
  );
  const lower = chain(points, order);
  const upper = chain(points, order.toReversed());
  const hull = order.length < 3 ? order : [...lower.slice(0, -1), ...upper.slice(0, -1)];
  return hull.flatMap((i) => [points[2 * i], points[2 * i + 1]]);
}

function chain(points: ArrayLike<number>, order: readonly number[]): number[] {
  const held: number[] = [];
  for (const i of order) {
    while (held.length > 1 && !turnsLeft(points, held[held.length - 2], held[held.length - 1], i)) held.pop();
    held.push(i);
  }
  return held;
}

function turnsLeft(p: ArrayLike<number>, a: number, b: number, c: number): boolean {
  const [x, y] = [p[2 * a], p[2 * a + 1]];
  return (p[2 * b] - x) * (p[2 * c + 1] - y) - (p[2 * b + 1] - y) * (p[2 * c] - x) > 0;
}
