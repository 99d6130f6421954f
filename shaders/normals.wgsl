// A thread takes points of a cloud one after another: finds the nearest neighbours of each, the point itself among them,
// and gives the unit normal of the plane through them (thesis 2.5 and 3.3.3), of either sign.
//   bins, starts, slots  the cloud in bins, see bins.wgsl and match.wgsl
//   surface              unit normal of each point by its index; 0 0 0 where the neighbours are a line
// Workgroup: WG threads (override). CPU twin: src-core/registration/normals.ts.
// Needs bins.wgsl, match.wgsl, neighbours.wgsl, eigen3.wgsl.

override WG: u32 = 128;

@group(0) @binding(0) var<uniform> bins: Bins;
@group(0) @binding(1) var<storage, read> slots: array<vec4u>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> surface: array<vec4f>;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var own = id.x; own < arrayLength(&slots); own += groups.x * WG) {
    let p = positionOf(own);
    findNeighbours(bins, p);
    surface[slots[own].w] = vec4f(normalOfNeighbours(p), 0.0);
  }
}
