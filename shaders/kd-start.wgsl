// Starts the lists of kd-build.wgsl: all points in the order of the cloud, and their keys. Each thread processes points
// in a strided loop.
//   points   xyz of each point, m, relative to the local origin, except for build.shift
//   orders   the three lists, one after another
// Workgroup: WG threads. CPU twin: src-lab/search/kd-tree-build.ts. Needs kd-build.wgsl.

@group(0) @binding(2) var<storage, read> points: array<f32>;
@group(0) @binding(3) var<storage, read_write> orders: array<u32>;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < build.points; i += groups.x * WG) {
    let p = vec3f(points[3u * i], points[3u * i + 1u], points[3u * i + 2u]) - build.shift;
    for (var axis = 0u; axis < 3u; axis++) {
      keys[axis * build.points + i] = keyOf(p[axis]);
      orders[axis * build.points + i] = i;
    }
  }
}
