// One pass of a registration, in one dispatch.
// Bindings and units: registration.wgsl. Workgroup: WG threads (override).
// CPU twin: src-lab/methods/iterate.ts. Needs registration-passes.wgsl, the method's file, and match-block.wgsl
// or match-drawn.wgsl.

@compute @workgroup_size(WG)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3u) {
  let isFirstPass = before.state.phase == NOT_STARTED;
  if (beginPass(thread, group.x)) {
    return;
  }
  sumPairs(group.x, isFirstPass);
  endPass(thread, group.x);
}
