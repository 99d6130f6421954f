// Tree of boxes over slots sorted along Hilbert curves: a leaf bounds LEAF consecutive slots, a node of the next
// level LEAF leaves, and so on. Two vec4f per node, the minimum and the maximum corner (m); leaves first, then level by
// level. CPU twin: src-lab/gpu/box-levels.ts.

// Slots of a leaf, and children of a node.
const LEAF: u32 = 16;

struct Tree {
  // First node and number of nodes of each level, leaf level first.
  first: vec4u,
  nodes: vec4u,
  // Top level, at which a traversal starts; higher levels do not exist.
  top: u32,
  slots: u32,
}

struct Box {
  low: vec3f,
  high: vec3f,
}

// Relative f32 rounding error of box and distance arithmetic.
const BOX_SLACK: f32 = 2e-6;

fn squaredGap(a: Box, p: vec3f) -> f32 {
  let d = max(max(a.low - p, p - a.high), vec3f(0.0));
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

fn squaredGapOfBoxes(a: Box, b: Box) -> f32 {
  let d = max(max(a.low - b.high, b.low - a.high), vec3f(0.0));
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

// Squared distance to the farthest corner: an upper bound for the points in the box.
fn squaredToFarthest(a: Box, p: vec3f) -> f32 {
  let d = max(abs(p - a.low), abs(p - a.high));
  return d.x * d.x + d.y * d.y + d.z * d.z;
}
