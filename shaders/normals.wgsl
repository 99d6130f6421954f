// LANES threads take points of a cloud one after another: they find the nearest neighbours of each, the point itself among them,
// and give the unit normal of the plane through them (thesis 2.5 and 3.3.3), of either sign.
//   tree, structure, slots  boxes over the cloud in bins, see boxes.wgsl, and match.wgsl
//   surface              unit normal of each point by its index; 0 0 0 where the neighbours are a line
// Workgroup: WG threads (override). CPU twin: src-core/registration/normals.ts.
// Needs match.wgsl, boxes.wgsl, tree-binding.wgsl, lanes.wgsl, boxes-walk.wgsl,
// neighbours.wgsl, eigen3.wgsl.

override WG: u32 = 128;

@group(0) @binding(1) var<storage, read> slots: array<vec4u>;
@group(0) @binding(2) var<storage, read> structure: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> surface: array<vec4f>;

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
      surface[slots[own].w] = vec4f(normalOfNeighbours(), 0.0);
    }
  }
}
