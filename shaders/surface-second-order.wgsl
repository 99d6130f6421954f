// Second-order distance (Zabatani and Bronstein, eq. 6-8): each principal direction with its own curvature, not
// negative.
//   surface   two per point: unit normal and first curvature (1/m), first principal direction and second curvature
// CPU twin: src-lab/methods/newton-second-order.ts.

@group(0) @binding(4) var<storage, read> surface: array<vec4f>;

// delta / (delta - rho) as a function of delta / rho; 1 beyond the centre of curvature, where only the point is known.
fn tangentialWeight(bend: f32) -> f32 {
  return select(max(bend / (bend - 1.0), 0.0), 1.0, bend >= 1.0);
}

fn quadraticAt(pair: Pair) -> Quadratic {
  let first = surface[2u * pair.index];
  let second = surface[2u * pair.index + 1u];
  let n = first.xyz;
  let e1 = second.xyz;
  let e2 = cross(n, e1);
  let delta = select(1.0, -1.0, dot(n, pair.u) < 0.0) * length(pair.u);
  let w1 = tangentialWeight(delta * first.w) * e1;
  let w2 = tangentialWeight(delta * second.w) * e2;
  let A = mat3x3f(
    e1.x * w1 + e2.x * w2 + n.x * n,
    e1.y * w1 + e2.y * w2 + n.y * n,
    e1.z * w1 + e2.z * w2 + n.z * n,
  );
  return Quadratic(A, vec3f(0.0), 0.0, 1.0, false);
}
