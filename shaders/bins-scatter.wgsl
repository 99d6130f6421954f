// A thread takes points of the cloud one after another and puts each into its slot.
//   points    xyz of each point, m, about the local origin
//   placement bin and place in the bin of each point
//   starts    first slot of each bin
//   slots     of each slot the bits of xyz and the point's index in the cloud: as floats, small indices might be flushed
// Workgroup: WG threads (override). CPU twin: src-core/registration/point-bins.ts.

override WG: u32 = 128;

@group(0) @binding(0) var<storage, read> points: array<f32>;
@group(0) @binding(1) var<storage, read> placement: array<vec2u>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> slots: array<vec4u>;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = arrayLength(&placement);
  for (var i = id.x; i < count; i += groups.x * WG) {
    let place = placement[i];
    let p = vec3f(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    slots[starts[place.x] + place.y] = vec4u(bitcast<vec3u>(p), i);
  }
}
