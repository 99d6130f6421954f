// Writes the slots of changed bins; a thread processes one bin.
//   updates  count; then 13 words each: slot, and its content as in scan-planes.wgsl
//   planes   all slots
// Workgroup: WG threads (override). CPU twin: none, it copies.

override WG: u32 = 128;

const UPDATE_WORDS: u32 = 13;
const SLOT_VECTORS: u32 = 3;

@group(0) @binding(0) var<storage, read> updates: array<u32>;
@group(0) @binding(1) var<storage, read_write> planes: array<vec4u>;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < updates[0]; i += WG * groups.x) {
    let source = 1u + UPDATE_WORDS * i;
    let to = SLOT_VECTORS * updates[source];
    for (var k = 0u; k < SLOT_VECTORS; k++) {
      let at = source + 1u + 4u * k;
      planes[to + k] = vec4u(updates[at], updates[at + 1u], updates[at + 2u], updates[at + 3u]);
    }
  }
}
