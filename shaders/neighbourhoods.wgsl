// Nearest neighbours of all points. LANES threads process points in a strided loop and find the neighbours of each; the
// including file evaluates them in
//   fn leaveSurface(own: u32)
// Workgroup: WG threads (override). CPU twins: src-lab/search/normals.ts, curvature.ts.
// Needs tree-binding.wgsl, lanes.wgsl, neighbours.wgsl.

override WG: u32 = 128;

@compute @workgroup_size(WG)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  takePlace(thread);
  for (var first = group.x * QUERIES; first < slotsOfTree(); first += groups.x * QUERIES) {
    let own = first + thread / LANES;
    findNeighbours(own);
    if (own < slotsOfTree() && laneOfQuery == 0u) {
      leaveSurface(own);
    }
  }
}
