// Plane-to-plane distance of generalised ICP (Segal, Haehnel and Thrun 2009, eq. 2): d^T (C_B + R C_A R^T)^-1 d, times 2
// epsilon so that the squared distance of two parallel planes is that along their normal. A point's covariance is
// C = I - (1 - epsilon) n n^T (III.B): 1 in its plane, epsilon along its normal, and I where it has no normal.
//   surface   unit normals by index: of the source, and from options.surfaceFrom on of the target; 0 0 0 for none
// CPU twins: src-lab/methods/plane-covariances.ts, weighted-minimiser.ts. Needs quadratic.wgsl.

@group(0) @binding(4) var<storage, read> surface: array<vec4f>;

// With unit normals a and b, C_B + R C_A R^T = 2 I - (1 - e) (a a^T + b b^T) has the eigenvectors a + b and a - b, with
// the eigenvalues (|a - b|^2 + e |a + b|^2) / 2 and (|a + b|^2 + e |a - b|^2) / 2. So its inverse needs no determinant,
// in which f32 would lose the epsilon among planes that are nearly parallel; and the signs of the normals do not matter.
fn quadraticAt(pair: Pair) -> Quadratic {
  let e = options.thickness;
  let a = pair.R * surface[pair.point].xyz;
  let b = surface[options.surfaceFrom + pair.index].xyz;
  let along = a + b;
  let across = a - b;
  let s = dot(along, along);
  let d = dot(across, across);
  let isPlane = any(a != vec3f(0.0)) && any(b != vec3f(0.0));
  // One of them has no normal, or neither: the eigenvector is the normal, with the eigenvalue 1 + e.
  var inverse = (1.0 - e) / (1.0 + e) * (dyad(a) + dyad(b));
  if (isPlane) {
    inverse = (1.0 - e) * (dyad(along) * (1.0 / (d + e * s)) + dyad(across) * (1.0 / (s + e * d)));
  }
  let A = e * (mat3x3f(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0) + inverse);
  return Quadratic(A, vec3f(0.0), 0.0, 1.0, false);
}
