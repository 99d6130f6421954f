// Jacobi rotation for the eigenvalues of symmetric matrices. CPU twin: src-core/math/symmetric-eigen.ts.

// Cosine, sine and tangent of the Jacobi rotation that zeroes a_pq.
fn jacobi(app: f32, aqq: f32, apq: f32) -> vec3f {
  if (apq == 0.0) {
    return vec3f(1.0, 0.0, 0.0);
  }
  let theta = (aqq - app) / (2.0 * apq);
  // Beyond 1e9 theta^2 overflows in the square root and the tangent is below f32 resolution.
  let side = select(-1.0, 1.0, theta >= 0.0);
  let tangent = select(side / (abs(theta) + sqrt(theta * theta + 1.0)), 0.5 / theta, abs(theta) > 1e9);
  let cosine = inverseSqrt(tangent * tangent + 1.0);
  return vec3f(cosine, tangent * cosine, tangent);
}
