// Squared distance to the surface as a quadratic about its point s* (Zabatani and Bronstein, eq. 9): A u.u - 2 b.u + c
// with u = q - s* in metres. A file surface-*.wgsl defines
//   fn quadraticAt(pair: Pair) -> Quadratic
// CPU twin: src-lab/problem/surface-distance.ts.

struct Pair {
  // Element of the target, and the point's index in the source.
  index: u32,
  point: u32,
  // Offset of the moved point from the element, m.
  u: vec3f,
  // Rotation of the pose.
  R: mat3x3f,
}

struct Quadratic {
  A: mat3x3f,
  b: vec3f,
  c: f32,
  // Share of the pair in the mean of the squared distances; A, b and c have it already.
  weight: f32,
  // True if the surface there is unknown, and the point matches nothing.
  flat: bool,
}

// v v^T by columns.
fn dyad(v: vec3f) -> mat3x3f {
  return mat3x3f(v.x * v, v.y * v, v.z * v);
}
