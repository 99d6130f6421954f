/** Two unit vectors across a unit vector and each other; which two it is follows from that vector alone. */
export function across([x, y, z]: readonly [number, number, number]): [
  [number, number, number],
  [number, number, number],
] {
  // By way of the axis that the vector is farthest from, so that nothing small is divided by.
  const [ax, ay, az] = Math.abs(z) < 0.7 ? [y, -x, 0] : [0, z, -y];
  const norm = Math.hypot(ax, ay, az);
  const a: [number, number, number] = [ax / norm, ay / norm, az / norm];
  return [a, [y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0]]];
}
