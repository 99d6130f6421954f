// Eigenvectors of symmetric 4x4 matrices, for Horn's method. CPU twins: src-core/math/symmetric-eigen.ts, and leastTurn of
// src-core/math/horn.ts. Needs jacobi.wgsl.

// Relative difference, to the largest or to the sums, below which eigenvalues count as equal in f32: twice the
// HELD_RATIO of normal-equations.wgsl, so that both classify the same rotations as undetermined.
const SAME_EIGENVALUE: f32 = 4e-6;

struct Symmetric4 {
  diagonal: vec4f,
  // Above the diagonal: 01 02 03 12 13 23.
  a01: f32, a02: f32, a03: f32, a12: f32, a13: f32, a23: f32,
}

// Unit eigenvector of the largest eigenvalue by cyclic Jacobi rotations, unrolled so that all values stay in registers.
// If several eigenvectors share that eigenvalue, the projection of (1, 0, 0, 0) onto their span: as a quaternion w x y
// z, the smallest rotation. `scale`: magnitude of the sums whose differences the entries are, and which determines
// their rounding error.
fn largestEigenvector(matrix: Symmetric4, scale: f32) -> vec4f {
  var d = matrix.diagonal;
  var a01 = matrix.a01;
  var a02 = matrix.a02;
  var a03 = matrix.a03;
  var a12 = matrix.a12;
  var a13 = matrix.a13;
  var a23 = matrix.a23;
  var v0 = vec4f(1.0, 0.0, 0.0, 0.0);
  var v1 = vec4f(0.0, 1.0, 0.0, 0.0);
  var v2 = vec4f(0.0, 0.0, 1.0, 0.0);
  var v3 = vec4f(0.0, 0.0, 0.0, 1.0);
  for (var sweep = 0; sweep < 8; sweep++) {
    let off = abs(a01) + abs(a02) + abs(a03) + abs(a12) + abs(a13) + abs(a23);
    if (off <= 1e-10 * dot(abs(d), vec4f(1.0))) {
      break;
    }
    var r = jacobi(d.x, d.y, a01);
    d = vec4f(d.x - r.z * a01, d.y + r.z * a01, d.zw);
    a01 = 0.0;
    let b02 = r.x * a02 - r.y * a12;
    a12 = r.y * a02 + r.x * a12;
    a02 = b02;
    let b03 = r.x * a03 - r.y * a13;
    a13 = r.y * a03 + r.x * a13;
    a03 = b03;
    var w = r.x * v0 - r.y * v1;
    v1 = r.y * v0 + r.x * v1;
    v0 = w;

    r = jacobi(d.x, d.z, a02);
    d = vec4f(d.x - r.z * a02, d.y, d.z + r.z * a02, d.w);
    a02 = 0.0;
    let c01 = r.x * a01 - r.y * a12;
    a12 = r.y * a01 + r.x * a12;
    a01 = c01;
    let c03 = r.x * a03 - r.y * a23;
    a23 = r.y * a03 + r.x * a23;
    a03 = c03;
    w = r.x * v0 - r.y * v2;
    v2 = r.y * v0 + r.x * v2;
    v0 = w;

    r = jacobi(d.x, d.w, a03);
    d = vec4f(d.x - r.z * a03, d.yz, d.w + r.z * a03);
    a03 = 0.0;
    let d01 = r.x * a01 - r.y * a13;
    a13 = r.y * a01 + r.x * a13;
    a01 = d01;
    let d02 = r.x * a02 - r.y * a23;
    a23 = r.y * a02 + r.x * a23;
    a02 = d02;
    w = r.x * v0 - r.y * v3;
    v3 = r.y * v0 + r.x * v3;
    v0 = w;

    r = jacobi(d.y, d.z, a12);
    d = vec4f(d.x, d.y - r.z * a12, d.z + r.z * a12, d.w);
    a12 = 0.0;
    let e01 = r.x * a01 - r.y * a02;
    a02 = r.y * a01 + r.x * a02;
    a01 = e01;
    let e13 = r.x * a13 - r.y * a23;
    a23 = r.y * a13 + r.x * a23;
    a13 = e13;
    w = r.x * v1 - r.y * v2;
    v2 = r.y * v1 + r.x * v2;
    v1 = w;

    r = jacobi(d.y, d.w, a13);
    d = vec4f(d.x, d.y - r.z * a13, d.z, d.w + r.z * a13);
    a13 = 0.0;
    let f01 = r.x * a01 - r.y * a03;
    a03 = r.y * a01 + r.x * a03;
    a01 = f01;
    let f12 = r.x * a12 - r.y * a23;
    a23 = r.y * a12 + r.x * a23;
    a12 = f12;
    w = r.x * v1 - r.y * v3;
    v3 = r.y * v1 + r.x * v3;
    v1 = w;

    r = jacobi(d.z, d.w, a23);
    d = vec4f(d.xy, d.z - r.z * a23, d.w + r.z * a23);
    a23 = 0.0;
    let g02 = r.x * a02 - r.y * a03;
    a03 = r.y * a02 + r.x * a03;
    a02 = g02;
    let g12 = r.x * a12 - r.y * a13;
    a13 = r.y * a12 + r.x * a13;
    a12 = g12;
    w = r.x * v2 - r.y * v3;
    v3 = r.y * v2 + r.x * v3;
    v2 = w;
  }
  let most = max(max(d.x, d.y), max(d.z, d.w));
  let least = min(min(d.x, d.y), min(d.z, d.w));
  let isSame = d >= vec4f(most - SAME_EIGENVALUE * max(scale, max(most, -least)));
  let w = select(vec4f(0.0), vec4f(v0.x, v1.x, v2.x, v3.x), isSame);
  let leastTurn = w.x * v0 + w.y * v1 + w.z * v2 + w.w * v3;
  // All of them are half turns, up to rounding.
  if (dot(leastTurn, leastTurn) < 1e-12) {
    return normalize(select(select(select(v3, v2, d.z == most), v1, d.y == most), v0, d.x == most));
  }
  return normalize(leastTurn);
}
