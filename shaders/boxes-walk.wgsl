// Traversal of a tree of boxes by a whole workgroup, for far reaches: the squads share the nodes above the leaves, and each
// lists the leaves within its reach, a few hundred at a time. Compare boxes-walk-apart.wgsl.
// Needs boxes-reach.wgsl. CPU twin: src-core/lab/gpu/box-levels.ts.

// Nodes above the leaves within reach, by level.
var<workgroup> listed: array<u32, (MOST_LEVELS - 1u) * WG>;
// Leaves within reach of each squad; lists are WG apart.
var<workgroup> squadLeaves: array<u32, SQUADS * WG>;
var<workgroup> listLength: atomic<u32>;
var<workgroup> lengthForAll: u32;

// Leaf at a place of the squads' lists.
fn listedLeaf(place: u32) -> u32 {
  return squadLeaves[place];
}

// Squads that reach a leaf, one bit each; for a node above the leaves, one of them is enough.
fn squadsThatReach(box: Box, isLeaf: bool) -> u32 {
  var squads = 0u;
  for (var squad = 0u; squad < SQUADS && (isLeaf || squads == 0u); squad++) {
    squads |= select(0u, 1u << squad, squadReaches(squad, box));
  }
  return squads;
}

// Number of listed leaves that the thread's squad reaches.
var<private> leavesOfSquad: u32;

// Lists those of the threads' nodes that a squad reaches. Returns their number.
fn listNodes(level: u32, node: u32, wanted: bool) -> u32 {
  updateReach();
  if (threadOfWorkgroup == 0u) {
    atomicStore(&listLength, 0u);
  }
  if (threadOfWorkgroup < SQUADS) {
    atomicStore(&squadCount[threadOfWorkgroup], 0u);
  }
  workgroupBarrier();
  if (wanted) {
    let box = boxOf(node);
    let squads = squadsThatReach(box, level == 0u);
    if (squads != 0u) {
      if (level == 0u) {
        for (var rest = squads; rest != 0u; rest &= rest - 1u) {
          let squad = countTrailingZeros(rest);
          let listedAt = atomicAdd(&squadCount[squad], 1u);
          squadLeaves[squad * WG + listedAt] = node;
        }
      } else {
        let place = atomicAdd(&listLength, 1u);
        listed[(level - 1u) * WG + place] = node;
      }
    }
  }
  workgroupBarrier();
  // Read before other threads may start the next list.
  leavesOfSquad = atomicLoad(&squadCount[squadOfThread()]);
  if (threadOfWorkgroup == 0u) {
    lengthForAll = atomicLoad(&listLength);
  }
  return workgroupUniformLoad(&lengthForAll);
}

// Traverses the tree. Call after gatherSquads.
fn walk() {
  var level = topOfTree();
  var next: array<u32, MOST_LEVELS>; // in the list of parents, or in the top level
  var length: array<u32, MOST_LEVELS>;
  loop {
    var node = 0u;
    var wanted = false;
    if (level == topOfTree()) {
      if (next[level] >= nodesOfLevel(level)) {
        break;
      }
      node = next[level] + threadOfWorkgroup;
      wanted = node < nodesOfLevel(level);
      next[level] += WG;
    } else {
      if (next[level] >= length[level + 1u]) {
        level += 1u;
        continue;
      }
      let parent = next[level] + threadOfWorkgroup / LEAF;
      if (parent < length[level + 1u]) {
        node = (listed[level * WG + parent] - firstOfLevel(level + 1u)) * LEAF + threadOfWorkgroup % LEAF;
        wanted = node < nodesOfLevel(level);
      }
      next[level] += WG / LEAF;
    }
    let count = listNodes(level, firstOfLevel(level) + node, wanted);
    if (level == 0u) {
      visitLeaves(squadOfThread() * WG, leavesOfSquad);
      laneSquared[threadOfWorkgroup] = reachLeft();
      workgroupBarrier();
    } else {
      length[level] = count;
      level -= 1u;
      next[level] = 0u;
    }
  }
}
