// Shared definitions of the kernels that build a k-d tree level by level. Three lists hold the indices of all points,
// each list sorted along one axis, equal coordinates by index; a node is a range of slots, the same in the three. So the
// box of a node is at the ends of its lists, its median in the middle of one, and to split it is to divide the other
// two, stably, by the points' place relative to the median. Ranges follow from the number of points alone: a node gives
// half of its points to either child, the odd one to the left.
//   build    parameters of this dispatch
//   keys     coordinates along x of all points, then along y, then z, as numbers that sort as the coordinates do
// Needs WG and EACH (const): threads of a workgroup, and slots of a thread in a block.
// CPU twin: src-lab/search/kd-tree-build.ts.

struct Build {
  // Mean of the points, m: subtracted from their coordinates.
  shift: vec3f,
  points: u32,
  // Blocks of WG * EACH slots in a list.
  blocks: u32,
  // Lowest bit of the digit that is sorted by.
  bit: u32,
  // Level of the nodes that are split, 0 the root, and the last level of the tree.
  level: u32,
  levels: u32,
}

@group(0) @binding(0) var<uniform> build: Build;
@group(0) @binding(1) var<storage, read_write> keys: array<u32>;

// Of both zeros one key: their order is that of their points.
fn keyOf(coordinate: f32) -> u32 {
  let bits = bitcast<u32>(coordinate);
  if (bits == 0x80000000u) {
    return 0x80000000u;
  }
  return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}

// Bits of the coordinate with a key.
fn bitsOf(key: u32) -> u32 {
  return select(~key, key & 0x7fffffffu, (key & 0x80000000u) != 0u);
}

fn keyAt(axis: u32, point: u32) -> u32 {
  return keys[axis * build.points + point];
}

// Node of a level: its number, its slots, and how many points of the level's earlier nodes go to left children.
struct Node {
  number: u32,
  first: u32,
  end: u32,
  leftsBefore: u32,
}

fn middleOf(first: u32, end: u32) -> u32 {
  return first + (end - first + 1u) / 2u;
}

// Points that go to left children where the nodes `levels` below a node of so many points are split.
fn leftsBelow(points: u32, levels: u32) -> u32 {
  let each = points >> levels;
  let larger = points & ((1u << levels) - 1u);
  return larger * ((each + 2u) / 2u) + ((1u << levels) - larger) * ((each + 1u) / 2u);
}

fn leftOf(node: Node) -> Node {
  return Node(2u * node.number + 1u, node.first, middleOf(node.first, node.end), node.leftsBefore);
}

// @param levels from the children to the level that `leftsBefore` is about
fn rightOf(node: Node, levels: u32) -> Node {
  let middle = middleOf(node.first, node.end);
  let before = node.leftsBefore + leftsBelow(middle - node.first, levels);
  return Node(2u * node.number + 2u, middle, node.end, before);
}

// Node `level` levels below one of `points` slots from 0 on, numbered 0, that holds a slot.
fn nodeOfSlot(slot: u32, points: u32, level: u32) -> Node {
  var node = Node(0u, 0u, points, 0u);
  for (var below = level; below > 0u; below--) {
    if (slot < middleOf(node.first, node.end)) {
      node = leftOf(node);
    } else {
      node = rightOf(node, below - 1u);
    }
  }
  return node;
}
