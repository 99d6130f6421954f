// Far-field distance: to the matched point (Zabatani and Bronstein, eq. 3 and 4).
// CPU twin: src-lab/problem/surface-distance.ts.

fn quadraticAt(pair: Pair) -> Quadratic {
  return Quadratic(mat3x3f(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), vec3f(0.0), 0.0, 1.0, false);
}
