// Traversal of a tree of boxes by a whole workgroup, for far reaches: the squads share the nodes above the leaves, and each
// lists the leaves within its reach, a few hundred at a time. The threads of a squad test the nodes for it. Compare
// boxes-walk-apart.wgsl. Needs boxes-reach.wgsl. CPU twin: src-lab/gpu/box-levels.ts.

// Nodes above the leaves within reach, by level.
var<workgroup> listed: array<u32, (MOST_LEVELS - 1u) * WG>;
// Leaves within reach of each squad; lists are WG apart.
var<workgroup> squadLeaves: array<u32, SQUADS * WG>;
// Whether a node of the step is listed.
var<workgroup> isListed: array<atomic<u32>, WG>;
var<workgroup> listLength: atomic<u32>;
var<workgroup> lengthForAll: u32;

// Leaf at a place of the squads' lists.
fn listedLeaf(place: u32) -> u32 {
  return squadLeaves[place];
}

// Number of listed leaves that the thread's squad reaches.
var<private> leavesOfSquad: u32;

// Node of a level that is the k-th to be tested.
fn candidate(level: u32, k: u32) -> u32 {
  if (level == topOfTree()) {
    return k;
  }
  return (listed[level * WG + k / LEAF] - firstOfLevel(level + 1u)) * LEAF + k % LEAF;
}

// Lists a node, the k-th, if the squad reaches it: above the leaves once for all squads.
fn listIfReached(level: u32, squad: u32, node: u32, k: u32, box: Box) {
  if (squadReaches(squad, box)) {
    if (level == 0u) {
      squadLeaves[squad * WG + atomicAdd(&squadCount[squad], 1u)] = node;
    } else if (atomicExchange(&isListed[k % WG], 1u) == 0u) {
      listed[(level - 1u) * WG + atomicAdd(&listLength, 1u)] = node;
    }
  }
}

// Lists the candidates from `first` to before `end`, at most WG, that a squad reaches. Returns the number of those above
// the leaves. Each thread loads two at a time, so that loads do not wait for one another.
fn listNodes(level: u32, first: u32, end: u32) -> u32 {
  updateReach();
  atomicStore(&isListed[threadOfWorkgroup], 0u);
  if (threadOfWorkgroup == 0u) {
    atomicStore(&listLength, 0u);
  }
  if (threadOfWorkgroup < SQUADS) {
    atomicStore(&squadCount[threadOfWorkgroup], 0u);
  }
  workgroupBarrier();
  let threads = WG / SQUADS;
  let squad = squadOfThread();
  let last = nodesOfLevel(level) - 1u;
  for (var k = first + threadOfWorkgroup % threads; k < end; k += 2u * threads) {
    let next = k + threads;
    let node = candidate(level, k);
    let nextNode = candidate(level, min(next, end - 1u));
    let at = firstOfLevel(level) + min(node, last);
    let nextAt = firstOfLevel(level) + min(nextNode, last);
    let box = boxOf(at);
    let nextBox = boxOf(nextAt);
    if (node <= last) {
      listIfReached(level, squad, at, k, box);
    }
    if (next < end && nextNode <= last) {
      listIfReached(level, squad, nextAt, next, nextBox);
    }
  }
  workgroupBarrier();
  // Read before other threads may start the next list.
  leavesOfSquad = atomicLoad(&squadCount[squad]);
  if (threadOfWorkgroup == 0u) {
    lengthForAll = atomicLoad(&listLength);
  }
  return workgroupUniformLoad(&lengthForAll);
}

// Traverses the tree. Call after gatherSquads.
fn walk() {
  var level = topOfTree();
  var next: array<u32, MOST_LEVELS>; // among the candidates
  var end: array<u32, MOST_LEVELS>;
  end[level] = nodesOfLevel(level);
  loop {
    if (next[level] >= end[level]) {
      if (level == topOfTree()) {
        break;
      }
      level += 1u;
      continue;
    }
    let first = next[level];
    next[level] += WG;
    let count = listNodes(level, first, min(first + WG, end[level]));
    if (level == 0u) {
      visitLeaves(squadOfThread() * WG, leavesOfSquad);
      laneSquared[threadOfWorkgroup] = reachLeft();
      workgroupBarrier();
    } else {
      level -= 1u;
      next[level] = 0u;
      end[level] = LEAF * count;
    }
  }
}
