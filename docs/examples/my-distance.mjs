/**
 * Distance to the tangent plane, with a small part of the distance to the point itself: rock is matched by its
 * planes, and the part of the points holds the pose along a smooth drive, where planes alone let it slide.
 *
 * With n the normal and w the part, the squared distance of a query q at the offset u = q - s* is
 *
 *   d^2 = (1 - w) (n.u)^2 + w u.u = u.A u,   A = (1 - w) n n^T + w I
 *
 * which is symmetric, and has the eigenvalues 1, w and w. Where the neighbours determine no normal, n is 0 0 0 and
 * A = w I: the point alone, with little weight.
 *
 * @type {import('../../src-lab/methods/custom-distance.ts').CustomDistance}
 */
export default function planeWithPoint({ normal: [x, y, z] }) {
  const w = 0.05;
  const p = 1 - w;
  return {
    A: [
      [p * x * x + w, p * x * y, p * x * z],
      [p * x * y, p * y * y + w, p * y * z],
      [p * x * z, p * y * z, p * z * z + w],
    ],
    // Left out, b and c are 0: the distance is 0 at the point itself.
  };
}
