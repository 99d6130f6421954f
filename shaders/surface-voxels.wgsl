// Distance of a point from a voxel's mean surface (Koide, Yokozuka, Oishi and Banno 2021, eq. 8 and 9):
// N d^T (mean C_B + R C_A R^T)^-1 d over a voxel of N points, times 2 epsilon as of surface-distributions.wgsl.
//   surface   unit normals of the source by index, 0 0 0 for none; from options.surfaceFrom on three per voxel, see
//             voxel-mean.wgsl
// CPU twins: src-lab/methods/vgicp.ts, plane-covariances.ts. Needs quadratic.wgsl, tangent.wgsl.

@group(0) @binding(4) var<storage, read> surface: array<vec4f>;

fn quadraticAt(pair: Pair) -> Quadratic {
  let e = options.thickness;
  let less = 1.0 - e;
  let at = options.surfaceFrom + 3u * pair.index;
  let reference = surface[at];
  let across = surface[at + 1u];
  let along = surface[at + 2u].xy;
  // The frame of the sums.
  let r = reference.xyz;
  let x = tangentOf(r);
  let y = cross(r, x);
  let turned = pair.R * surface[pair.point].xyz;
  let a = vec3f(dot(x, turned), dot(y, turned), dot(r, turned));
  let normals = across.w + select(0.0, 1.0, any(turned != vec3f(0.0)));
  // S = mean C_B + R C_A R^T = 2 I - (1 - e) (mean n n^T + a a^T): the block across r, the part along r, which is small
  // and therefore a sum of small numbers, and what couples them.
  let xx = 2.0 - less * (across.x + a.x * a.x);
  let xy = -less * (across.y + a.x * a.y);
  let yy = 2.0 - less * (across.z + a.y * a.y);
  let rr = 2.0 * e + less * (2.0 - normals) + less * (across.x + across.z + a.x * a.x + a.y * a.y);
  let coupling = -less * (along + a.xy * a.z);
  // Its inverse by the Schur complement of that block.
  let det = xx * yy - xy * xy;
  let k = vec2f(yy * coupling.x - xy * coupling.y, xx * coupling.y - xy * coupling.x) / det;
  let w = r - k.x * x - k.y * y;
  let u = (yy * x - xy * y) / det;
  let v = (xx * y - xy * x) / det;
  let wide = mat3x3f(x.x * u + y.x * v, x.y * u + y.y * v, x.z * u + y.z * v);
  let narrow = 1.0 / (rr - dot(coupling, k));
  let scale = 2.0 * e * reference.w;
  let A = scale * wide + scale * narrow * dyad(w);
  return Quadratic(A, vec3f(0.0), 0.0, reference.w, false);
}
