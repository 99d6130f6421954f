// Stored quadratic distance (Zabatani and Bronstein, eq. 9), with coefficients per element: of a caller's distance, or
// the means over the cells of a tree.
//   surface   three per element: A xx xy xz yy, A yz zz b x y, b z (m), c (m^2)
// CPU twin: src-lab/problem/surface-distance.ts.

@group(0) @binding(4) var<storage, read> surface: array<vec4f>;

fn quadraticAt(pair: Pair) -> Quadratic {
  let k = surface[3u * pair.index];
  let l = surface[3u * pair.index + 1u];
  let m = surface[3u * pair.index + 2u];
  let A = mat3x3f(k.xyz, vec3f(k.y, k.w, l.x), vec3f(k.z, l.xy));
  return Quadratic(A, vec3f(l.zw, m.x), m.y, 1.0, false);
}
