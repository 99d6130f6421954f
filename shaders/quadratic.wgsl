// Squared distance to the surface as a quadratic about its point s* (Zabatani and Bronstein, eq. 9): A u.u - 2 b.u + c
// with u = q - s* in metres. A file surface-*.wgsl defines
//   fn quadraticAt(index: u32, u: vec3f) -> Quadratic
// for an element and an offset. CPU twin: src-core/lab/methods/surface-distance.ts.

struct Quadratic {
  A: mat3x3f,
  b: vec3f,
  c: f32,
  // True if the surface there is unknown, and the point matches nothing.
  flat: bool,
}
