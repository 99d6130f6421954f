// One pass of a registration of chunked clouds, in several dispatches: takeStep by one workgroup, match-part.wgsl per
// pair of source and target chunk, sumPart per source chunk.
// Bindings and units: registration.wgsl, part.wgsl. Workgroup: WG threads (override).
// CPU twin: src-lab/methods/iterate.ts. Needs registration-passes.wgsl, matched.wgsl and the method's file.

@compute @workgroup_size(WG)
fn takeStep(@builtin(local_invocation_index) thread: u32) {
  _ = beginPass(thread, 0u);
}

@compute @workgroup_size(WG)
fn sumPart(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3u) {
  takePlace(thread);
  if (thread == 0u) {
    state = after.state;
    done = select(0u, 1u, state.phase == DONE);
  }
  if (workgroupUniformLoad(&done) == 1u) {
    return;
  }
  sumPairs(group.x, false);
  endPass(thread, part.firstWorkgroup + group.x);
}
