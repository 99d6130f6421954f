// Counts points per bin. Each thread processes points in a strided loop: computes the bin and takes the next rank in
// it. The rank depends on thread timing; bins-order.wgsl makes the order deterministic. Needs bins.wgsl.
//   points    xyz of each point, m, relative to the local origin
//   counts    points in each bin; must be zero at first
//   placement bin and rank in the bin of each point
// Workgroup: WG threads (override). CPU twin: src-lab/gpu/bin-box.ts.

override WG: u32 = 128;

@group(0) @binding(0) var<uniform> sorting: Sorting;
@group(0) @binding(1) var<storage, read> points: array<f32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> placement: array<vec2u>;

@compute @workgroup_size(WG)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let bins = sorting.clouds[group.y];
  for (var k = id.x; k < bins.points; k += groups.x * WG) {
    let i = bins.firstPoint + k;
    let bin = bins.firstBin + binOf(bins, vec3f(points[3 * i], points[3 * i + 1], points[3 * i + 2]));
    placement[i] = vec2u(bin, atomicAdd(&counts[bin], 1u));
  }
}
