// Stores the quadratic of each cell of kd-cells.wgsl on every level: the mean of the squared distances of its points,
// about the cell's mean (Zabatani and Bronstein, 4.2). Of a point it is the distance to the plane through it, or to the
// point itself.
//   normals      unit normal by index in the cloud, 0 0 0 if there is none; not read for the distance to the point
//   quadratics   by node, see surface-stored.wgsl
// CPU twin: src-lab/search/tree-cells.ts. Needs kd-cells.wgsl and TO_PLANE (const), 1 for the distance to the plane.

@group(0) @binding(5) var<storage, read> normals: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> quadratics: array<vec4f>;

// A u.u - 2 b.u + c of an offset u.
struct CellQuadratic {
  A: mat3x3f,
  b: vec3f,
  c: f32,
}

// With the origin shifted by d: A u.u - 2 (b - A d).u + (A d.d - 2 b.d + c).
fn shifted(q: CellQuadratic, d: vec3f) -> CellQuadratic {
  let Ad = q.A * d;
  return CellQuadratic(q.A, q.b - Ad, dot(Ad, d) - 2.0 * dot(q.b, d) + q.c);
}

fn addWeighted(sum: CellQuadratic, q: CellQuadratic, weight: f32) -> CellQuadratic {
  return CellQuadratic(sum.A + weight * q.A, sum.b + weight * q.b, sum.c + weight * q.c);
}

fn noQuadratic() -> CellQuadratic {
  return CellQuadratic(mat3x3f(vec3f(0.0), vec3f(0.0), vec3f(0.0)), vec3f(0.0), 0.0);
}

fn quadraticOfPoint(index: u32) -> CellQuadratic {
  var q = noQuadratic();
  if (TO_PLANE == 1u) {
    let n = normals[index].xyz;
    q.A = mat3x3f(n.x * n, n.y * n, n.z * n);
  } else {
    q.A = mat3x3f(vec3f(1.0, 0.0, 0.0), vec3f(0.0, 1.0, 0.0), vec3f(0.0, 0.0, 1.0));
  }
  return q;
}

fn quadraticOfCell(node: u32) -> CellQuadratic {
  let k = quadratics[3u * node];
  let l = quadratics[3u * node + 1u];
  let m = quadratics[3u * node + 2u];
  return CellQuadratic(mat3x3f(k.xyz, vec3f(k.y, k.w, l.x), vec3f(k.z, l.xy)), vec3f(l.zw, m.x), m.y);
}

fn writeQuadratic(node: u32, q: CellQuadratic) {
  quadratics[3u * node] = vec4f(q.A[0], q.A[1].y);
  quadratics[3u * node + 1u] = vec4f(q.A[1].z, q.A[2].z, q.b.xy);
  quadratics[3u * node + 2u] = vec4f(q.b.z, q.c, 0.0, 0.0);
}

fn keepLeaf(node: u32, first: u32, end: u32, mean: vec3f) {
  var sum = noQuadratic();
  for (var slot = first; slot < end; slot++) {
    let q = shifted(quadraticOfPoint(points[slot].w), mean - positionOfPoint(slot));
    sum = addWeighted(sum, q, 1.0 / f32(end - first));
  }
  writeQuadratic(node, sum);
}

fn keepParent(node: u32, shareOfRight: f32, mean: vec3f) {
  let left = 2u * node + 1u;
  let ofLeft = shifted(quadraticOfCell(left), mean - meanOfCell(left));
  let ofRight = shifted(quadraticOfCell(left + 1u), mean - meanOfCell(left + 1u));
  writeQuadratic(node, addWeighted(addWeighted(noQuadratic(), ofLeft, 1.0 - shareOfRight), ofRight, shareOfRight));
}
