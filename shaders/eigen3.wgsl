// Eigenvalues of symmetric 3x3 matrices, and the plane through points from the eigenvectors of their covariance. By
// Jacobi rotations: the closed form computes the smallest eigenvalue from cosines and differences that lose their
// digits in f32.
// CPU twin: src-core/math/eigen3.ts. Needs jacobi.wgsl.

// Middle over largest eigenvalue below which points are collinear or coincident, within f32 precision.
const LINE_RATIO: f32 = 1e-6;

struct Eigen3 {
  // Ascending, each accurate to some 1e-7 of the largest.
  values: vec3f,
  // Unit eigenvector of the smallest eigenvalue; its sign is arbitrary.
  vector: vec3f,
}

struct EigenFrame {
  // In no order; the unit eigenvector of each.
  values: vec3f,
  v0: vec3f,
  v1: vec3f,
  v2: vec3f,
}

fn eigenFrame(diagonal: vec3f, xy: f32, xz: f32, yz: f32) -> EigenFrame {
  var d = diagonal;
  var a01 = xy;
  var a02 = xz;
  var a12 = yz;
  var v0 = vec3f(1.0, 0.0, 0.0);
  var v1 = vec3f(0.0, 1.0, 0.0);
  var v2 = vec3f(0.0, 0.0, 1.0);
  for (var sweep = 0; sweep < 8; sweep++) {
    if (abs(a01) + abs(a02) + abs(a12) <= 1e-9 * (abs(d.x) + abs(d.y) + abs(d.z))) {
      break;
    }
    var r = jacobi(d.x, d.y, a01);
    d = vec3f(d.x - r.z * a01, d.y + r.z * a01, d.z);
    a01 = 0.0;
    let b02 = r.x * a02 - r.y * a12;
    a12 = r.y * a02 + r.x * a12;
    a02 = b02;
    var w = r.x * v0 - r.y * v1;
    v1 = r.y * v0 + r.x * v1;
    v0 = w;

    r = jacobi(d.x, d.z, a02);
    d = vec3f(d.x - r.z * a02, d.y, d.z + r.z * a02);
    a02 = 0.0;
    let c01 = r.x * a01 - r.y * a12;
    a12 = r.y * a01 + r.x * a12;
    a01 = c01;
    w = r.x * v0 - r.y * v2;
    v2 = r.y * v0 + r.x * v2;
    v0 = w;

    r = jacobi(d.y, d.z, a12);
    d = vec3f(d.x, d.y - r.z * a12, d.z + r.z * a12);
    a12 = 0.0;
    let d01 = r.x * a01 - r.y * a02;
    a02 = r.y * a01 + r.x * a02;
    a01 = d01;
    w = r.x * v1 - r.y * v2;
    v2 = r.y * v1 + r.x * v2;
    v1 = w;
  }
  return EigenFrame(d, v0, v1, v2);
}

fn planeEigen(diagonal: vec3f, xy: f32, xz: f32, yz: f32) -> Eigen3 {
  let frame = eigenFrame(diagonal, xy, xz, yz);
  let d = frame.values;
  let least = min(min(d.x, d.y), d.z);
  let most = max(max(d.x, d.y), d.z);
  let middle = max(min(d.x, d.y), min(max(d.x, d.y), d.z));
  return Eigen3(
    vec3f(least, middle, most),
    normalize(select(select(frame.v2, frame.v1, d.y == least), frame.v0, d.x == least)),
  );
}

// Unit eigenvector of the smallest eigenvalue; 0 0 0 if the points are collinear.
fn planeNormal(diagonal: vec3f, xy: f32, xz: f32, yz: f32) -> vec3f {
  let eigen = planeEigen(diagonal, xy, xz, yz);
  return select(vec3f(0.0), eigen.vector, eigen.values.y > LINE_RATIO * eigen.values.z);
}
