// Root mean square of the gradients of the reflectivity, 1/m, by which a difference of reflectivity becomes a shift along
// the surface. One workgroup, in a fixed order.
//   surface   its first vector receives the number; from vector HEAD (const) on two per point, see reflectivity.wgsl
// Workgroup: WG threads (override). CPU twin: src-lab/methods/reflectivity-surface.ts.

override WG: u32 = 256;

@group(0) @binding(0) var<storage, read_write> surface: array<vec4f>;

var<workgroup> sums: array<f32, WG>;

fn squaredGradient(point: u32, points: u32) -> f32 {
  let gradient = surface[HEAD + 2u * min(point, points - 1u) + 1u].xyz;
  return select(0.0, dot(gradient, gradient), point < points);
}

@compute @workgroup_size(WG)
fn main(@builtin(local_invocation_index) thread: u32) {
  let points = (arrayLength(&surface) - HEAD) / 2u;
  // Four at a time, so that loads do not wait for one another.
  var sum = vec4f(0.0);
  for (var point = thread; point < points; point += 4u * WG) {
    sum += vec4f(
      squaredGradient(point, points),
      squaredGradient(point + WG, points),
      squaredGradient(point + 2u * WG, points),
      squaredGradient(point + 3u * WG, points),
    );
  }
  sums[thread] = (sum.x + sum.y) + (sum.z + sum.w);
  for (var apart = WG / 2u; apart > 0u; apart /= 2u) {
    workgroupBarrier();
    if (thread < apart) {
      sums[thread] += sums[thread + apart];
    }
  }
  if (thread == 0u) {
    surface[0] = vec4f(sqrt(sums[0] / f32(points)), 0.0, 0.0, 0.0);
  }
}
