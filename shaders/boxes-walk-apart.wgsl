// Traversal of a tree of boxes by squads, each by itself, for near reaches: fewer tests where the squads reach few nodes,
// as in the passes of a quadratic distance and in neighbourhoods. Compare boxes-walk.wgsl.
// Needs boxes-reach.wgsl. CPU twin: src-lab/gpu/box-levels.ts.

// Nodes that a squad tests at a time, and lists at most.
const STEP: u32 = 64;

// Nodes within reach of each squad by level, leaves first; see listOf.
var<workgroup> squadNodes: array<u32, MOST_LEVELS * SQUADS * STEP>;
var<workgroup> squadsLeft: atomic<u32>;
var<workgroup> squadsLeftForAll: u32;

// Leaf at a place of the squads' lists.
fn listedLeaf(place: u32) -> u32 {
  return squadNodes[place];
}

// First entry of a squad's list of a level in squadNodes.
fn listOf(level: u32, squad: u32) -> u32 {
  return (level * SQUADS + squad) * STEP;
}

fn ofLevel(values: vec4u, level: u32) -> u32 {
  return select(select(values.x, values.y, level == 1u), select(values.z, values.w, level == 3u), level >= 2u);
}

fn withLevel(values: vec4u, level: u32, value: u32) -> vec4u {
  return select(values, vec4u(value), vec4u(0u, 1u, 2u, 3u) == vec4u(level));
}

// Node of a level that is the k-th to be tested.
fn candidate(squad: u32, level: u32, k: u32) -> u32 {
  if (level == topOfTree()) {
    return k;
  }
  return (squadNodes[listOf(level + 1u, squad) + k / LEAF] - firstOfLevel(level + 1u)) * LEAF + k % LEAF;
}

fn listIfReached(squad: u32, level: u32, node: u32, box: Box) {
  if (squadReaches(squad, box)) {
    squadNodes[listOf(level, squad) + atomicAdd(&squadCount[squad], 1u)] = node;
  }
}

// Lists those of the next nodes of a level that the squad reaches; `end` of them descend from the list above. Each
// thread loads two at a time, so that loads do not wait for one another.
fn listNodes(squad: u32, level: u32, next: u32, end: u32) {
  let threads = WG / SQUADS;
  let last = nodesOfLevel(level) - 1u;
  let to = min(next + STEP, end);
  for (var k = next + threadOfWorkgroup % threads; k < to; k += 2u * threads) {
    let other = k + threads;
    let node = candidate(squad, level, k);
    let otherNode = candidate(squad, level, min(other, to - 1u));
    let at = firstOfLevel(level) + min(node, last);
    let otherAt = firstOfLevel(level) + min(otherNode, last);
    let box = boxOf(at);
    let otherBox = boxOf(otherAt);
    if (node <= last) {
      listIfReached(squad, level, at, box);
    }
    if (other < to && otherNode <= last) {
      listIfReached(squad, level, otherAt, otherBox);
    }
  }
}

// Traverses the tree. Call after gatherSquads.
fn walk() {
  let squad = squadOfThread();
  var level = topOfTree();
  var next = vec4u(0u); // by level: the next node to test
  var end = withLevel(vec4u(0u), level, nodesOfLevel(level));
  loop {
    while (level < topOfTree() && ofLevel(next, level) >= ofLevel(end, level)) {
      level += 1u;
    }
    let first = ofLevel(next, level);
    let to = ofLevel(end, level);
    updateReach();
    if (threadOfWorkgroup % (WG / SQUADS) == 0u) {
      atomicStore(&squadCount[squad], 0u);
    }
    if (threadOfWorkgroup == 0u) {
      atomicStore(&squadsLeft, 0u);
    }
    workgroupBarrier();
    if (first < to) {
      atomicStore(&squadsLeft, 1u);
      listNodes(squad, level, first, to);
    }
    workgroupBarrier();
    if (threadOfWorkgroup == 0u) {
      squadsLeftForAll = atomicLoad(&squadsLeft);
    }
    if (first < to) {
      let count = atomicLoad(&squadCount[squad]);
      next = withLevel(next, level, first + STEP);
      if (level == 0u) {
        visitLeaves(listOf(0u, squad), count);
        laneSquared[threadOfWorkgroup] = reachLeft();
      } else {
        level -= 1u;
        next = withLevel(next, level, 0u);
        end = withLevel(end, level, count * LEAF);
      }
    }
    if (workgroupUniformLoad(&squadsLeftForAll) == 0u) {
      break;
    }
  }
}
