// Near-field distance: to the tangent plane (Zabatani and Bronstein, eq. 5).
//   surface   unit normal of each point; 0 0 0 if the neighbours determine none
// CPU twin: src-lab/problem/surface-distance.ts.

@group(0) @binding(4) var<storage, read> surface: array<vec4f>;

fn quadraticAt(pair: Pair) -> Quadratic {
  let n = surface[pair.index].xyz;
  let flat = options.skipFlat == 1u && all(n == vec3f(0.0));
  return Quadratic(mat3x3f(n.x * n, n.y * n, n.z * n), vec3f(0.0), 0.0, 1.0, flat);
}
