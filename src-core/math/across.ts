/** Two unit vectors orthogonal to a unit vector and to each other, chosen deterministically from it. */
export function across([x, y, z]: readonly [number, number, number]): [
  [number, number, number],
  [number, number, number],
] {
  // Uses the axis that the vector is farthest from, to avoid a division by a small number.
  const [ax, ay, az] = Math.abs(z) < 0.7 ? [y, -x, 0] : [0, z, -y];
  const norm = Math.hypot(ax, ay, az);
  const a: [number, number, number] = [ax / norm, ay / norm, az / norm];
  return [a, [y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0]]];
}
