// Axis that a node of a k-d tree is split along. CPU twin: src-lab/search/kd-tree-build.ts.

// Axis of the widest extent of a box: 0 x, 1 y, 2 z.
fn widestAxis(low: vec3f, high: vec3f) -> u32 {
  let extent = high - low;
  if (extent.x >= extent.y && extent.x >= extent.z) {
    return 0u;
  }
  return select(2u, 1u, extent.y >= extent.z);
}
