// Directions across a unit vector. CPU twin: src-core/math/across.ts.

// Axis with the largest angle to n.
fn axisAcross(n: vec3f) -> vec3f {
  let a = abs(n);
  if (a.x <= a.y && a.x <= a.z) {
    return vec3f(1.0, 0.0, 0.0);
  }
  return select(vec3f(0.0, 0.0, 1.0), vec3f(0.0, 1.0, 0.0), a.y <= a.z);
}

// A unit vector across n, always the same; the other one is their cross product.
fn tangentOf(n: vec3f) -> vec3f {
  return normalize(cross(n, axisAcross(n)));
}
