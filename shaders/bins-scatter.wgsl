// Scatters point indices into the slots of their bins; each thread processes points in a strided loop.
//   placement bin and rank in the bin of each point
//   starts    first slot of each bin
//   members   index of the point in each slot
// Workgroup: WG threads (override). CPU twin: src-lab/gpu/bin-box.ts. Needs bins.wgsl.

override WG: u32 = 128;

@group(0) @binding(0) var<uniform> sorting: Sorting;
@group(0) @binding(1) var<storage, read> placement: array<vec2u>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> members: array<u32>;

@compute @workgroup_size(WG)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let first = sorting.clouds[group.y].firstPoint;
  let end = first + sorting.clouds[group.y].points;
  for (var i = first + id.x; i < end; i += groups.x * WG) {
    let place = placement[i];
    members[starts[place.x] + place.y] = i;
  }
}
