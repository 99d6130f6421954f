// Binding of a tree of boxes for a kernel without another uniform. Needs boxes.wgsl.

@group(0) @binding(0) var<uniform> tree: Tree;

fn topOfTree() -> u32 {
  return tree.top;
}

fn slotsOfTree() -> u32 {
  return tree.slots;
}

fn firstOfLevel(level: u32) -> u32 {
  return tree.first[level];
}

fn nodesOfLevel(level: u32) -> u32 {
  return tree.nodes[level];
}
