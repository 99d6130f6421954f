// Lays the voxels of voxel-build.wgsl out for the lookup of voxel-lookup.wgsl. A thread takes a place of the table; the
// file voxel-mean.wgsl or voxel-distribution.wgsl defines
//   fn keepVoxel(number: u32, first: u32, edge: f32) -> bool    from its sums; false if it is not to be found
//   places    mean place of each voxel (bits of xyz, m) and its number
//   lookup    bits of the edge (m) and of its inverse, then per place of the table the voxel's coordinates and its
//             number plus 1; 0 where there is none, -1 for one that is not to be found
// Workgroup: WG threads (override). CPU twins: src-lab/methods/vgicp.ts, voxel-distributions.ts.

@group(0) @binding(8) var<storage, read_write> places: array<vec4u>;
@group(0) @binding(9) var<storage, read_write> lookup: array<vec4i>;

@compute @workgroup_size(WG)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let edge = voxels.rounds[build.round].edge;
  let inverseEdge = 1.0 / edge;
  let own = build.size * (build.round % 2u);
  if (group.x == 0u && thread == 0u) {
    lookup[0] = vec4i(bitcast<vec2i>(vec2f(edge, inverseEdge)), 0, 0);
  }
  for (var at = group.x * WG + thread; at < build.size; at += groups.x * WG) {
    let owner = atomicLoad(&table[own + at]);
    if (owner == 0u) {
      lookup[at + 1u] = vec4i(0);
      continue;
    }
    let number = atomicLoad(&table[tallyOf(own + at)]) - 1u;
    let cell = cellOf(pointOf(owner - 1u), inverseEdge);
    let first = SUMS * number;
    let mean = firstPoint(first) + meanPlace(first) * edge;
    places[number] = vec4u(bitcast<vec3u>(mean), number);
    lookup[at + 1u] = vec4i(cell, select(-1, i32(number) + 1, keepVoxel(number, first, edge)));
  }
}
