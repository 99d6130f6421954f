// A tree of boxes over slots that are sorted along Morton's curve: a leaf bounds LEAF slots one after another, a node of
// the next level LEAF leaves, and so on. Two vec4f for each node, the least and the greatest corner (m); the leaves
// come first, then level by level. CPU twin: src-core/lab/gpu/box-levels.ts.

// Slots of a leaf, and children of a node.
const LEAF: u32 = 16;

struct Tree {
  // First node and number of nodes of each level, the leaves' level first.
  first: vec4u,
  nodes: vec4u,
  // The level that a walk begins with; those above are not there.
  top: u32,
  slots: u32,
}

struct Box {
  low: vec3f,
  high: vec3f,
}

// What f32 may lose in the arithmetic of boxes and distances, in parts of the size.
const BOX_SLACK: f32 = 2e-6;

fn squaredGap(a: Box, p: vec3f) -> f32 {
  let d = max(max(a.low - p, p - a.high), vec3f(0.0));
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

fn squaredGapOfBoxes(a: Box, b: Box) -> f32 {
  let d = max(max(a.low - b.high, b.low - a.high), vec3f(0.0));
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

// To the corner that is farthest away: no point in the box is farther.
fn squaredToFarthest(a: Box, p: vec3f) -> f32 {
  let d = max(abs(p - a.low), abs(p - a.high));
  return d.x * d.x + d.y * d.y + d.z * d.z;
}
