// Nearest point among points sorted into bins along Hilbert curves, by the tree of boxes over them: the workgroup
// collects the leaves within reach of its queries, and each query tests those of its squad. In the first pass, without
// a previous match to bound the search radius, a leaf near the query provides the bound.
// CPU twin: src-lab/search/point-bins.ts. Needs match.wgsl, boxes.wgsl, boxes-reach.wgsl, a walk of it and
//   structure: array<vec4f>   boxes, see boxes.wgsl

@group(0) @binding(3) var<storage, read> structure: array<vec4f>;

fn topOfTree() -> u32 {
  return options.tree.top;
}

fn slotsOfTree() -> u32 {
  return options.tree.slots;
}

fn firstOfLevel(level: u32) -> u32 {
  return options.tree.first[level];
}

fn nodesOfLevel(level: u32) -> u32 {
  return options.tree.nodes[level];
}

var<private> query: vec3f;
var<private> best: Match;

fn nearestOfTwo(a: Match, slot0: u32, point0: vec4u, slot1: u32, point1: vec4u) -> Match {
  return nearerOf(nearerOf(a, query, slot0, point0), query, slot1, point1);
}

// Slot tested as the k-th by a lane in the squad's leaves.
fn slotInLeaves(first: u32, k: u32) -> u32 {
  let each = LEAF / LANES;
  return min(listedLeaf(first + k / each) * LEAF + (k % each) * LANES + laneOfQuery, slotsOfTree() - 1u);
}

// The lanes of a query share each leaf. Eight slots at a time, unrolled, so that loads do not wait for one another;
// beyond the end, the last slot is tested again.
fn visitLeaves(first: u32, count: u32) {
  let slotCount = count * (LEAF / LANES);
  for (var k = 0u; k < slotCount; k += 8u) {
    let last = slotCount - 1u;
    let slot0 = slotInLeaves(first, k);
    let slot1 = slotInLeaves(first, min(k + 1u, last));
    let slot2 = slotInLeaves(first, min(k + 2u, last));
    let slot3 = slotInLeaves(first, min(k + 3u, last));
    let slot4 = slotInLeaves(first, min(k + 4u, last));
    let slot5 = slotInLeaves(first, min(k + 5u, last));
    let slot6 = slotInLeaves(first, min(k + 6u, last));
    let slot7 = slotInLeaves(first, min(k + 7u, last));
    let point0 = slots[slot0];
    let point1 = slots[slot1];
    let point2 = slots[slot2];
    let point3 = slots[slot3];
    let point4 = slots[slot4];
    let point5 = slots[slot5];
    let point6 = slots[slot6];
    let point7 = slots[slot7];
    let a = nearestOfTwo(nearestOfTwo(best, slot0, point0, slot1, point1), slot2, point2, slot3, point3);
    best = nearestOfTwo(nearestOfTwo(a, slot4, point4, slot5, point5), slot6, point6, slot7, point7);
  }
}

fn reachLeft() -> f32 {
  return best.squared;
}

fn lookThrough(leaf: u32) {
  for (var k = laneOfQuery; k < LEAF; k += LANES) {
    best = nearer(best, query, min(leaf * LEAF + k, slotsOfTree() - 1u));
  }
}

fn nearest(p: vec3f, wanted: bool, near: Match, isFirstPass: bool) -> Match {
  query = p;
  best = near;
  if (isFirstPass) {
    lookThrough(seedLeaf(p));
    best = nearestOfLanes(best);
  }
  if (!wanted) {
    best.squared = -1.0;
  }
  gatherSquads(p, best.squared);
  walk();
  return best;
}
