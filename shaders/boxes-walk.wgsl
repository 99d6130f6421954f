// Traversal of a tree of boxes by a whole workgroup: collects all leaves within reach of its queries, a few hundred at
// a time in workgroup memory. The threads form SQUADS of neighbouring queries, each with a leaf list of its own. The
// including file defines how a thread processes the leaves of its squad:
//   fn visitLeaves(first: u32, count: u32)
// for squadLeaves[first] and the following ones; and, next to its binding of the Tree:
//   fn topOfTree() -> u32, fn slotsOfTree() -> u32, fn firstOfLevel(level: u32) -> u32, fn nodesOfLevel(level: u32) -> u32
// Needs match.wgsl, boxes.wgsl, lanes.wgsl, WG (override), and the binding
//   structure: array<vec4f>   boxes, see boxes.wgsl
// CPU twin: src-core/lab/gpu/box-levels.ts.

const MOST_LEVELS: u32 = 4;
const SQUADS: u32 = 8;

// Position (m) and squared reach (m^2) of each query; the reach is negative for a thread without a query.
var<workgroup> reaches: array<vec4f, QUERIES>;
// Box of each squad; w of the low corner is its squared reach.
var<workgroup> squadLow: array<vec4f, SQUADS>;
var<workgroup> squadHigh: array<vec4f, SQUADS>;

// Nodes above the leaves within reach, by level.
var<workgroup> listed: array<u32, (MOST_LEVELS - 1u) * WG>;
// Leaves within reach of each squad; lists are WG apart.
var<workgroup> squadLeaves: array<u32, SQUADS * WG>;
var<workgroup> squadCount: array<atomic<u32>, SQUADS>;
var<workgroup> listLength: atomic<u32>;
var<workgroup> lengthForAll: u32;

fn boxOf(node: u32) -> Box {
  return Box(structure[2u * node].xyz, structure[2u * node + 1u].xyz);
}

// Nearest node among `count` nodes of a level; the lanes of a query share the nodes.
fn seedAmong(first: u32, count: u32, p: vec3f) -> u32 {
  var seed = Match(first, first, 3e38);
  for (var k = laneOfQuery; k < count; k += LANES) {
    let squared = squaredToFarthest(boxOf(first + k), p);
    if (squared < seed.squared) {
      seed = Match(first + k, first + k, squared);
    }
  }
  return nearestOfLanes(seed).slot;
}

// Leaf near p, by the nearest node of each level. Only a start: at jumps of the point order a box is large, and its
// centre is not representative.
fn seedLeaf(p: vec3f) -> u32 {
  var level = topOfTree();
  var node = seedAmong(firstOfLevel(level), nodesOfLevel(level), p);
  while (level > 0u) {
    let child = (node - firstOfLevel(level)) * LEAF;
    level -= 1u;
    node = seedAmong(firstOfLevel(level) + child, min(LEAF, nodesOfLevel(level) - child), p);
  }
  return node;
}

fn squadOfThread() -> u32 {
  return threadOfWorkgroup / (WG / SQUADS);
}

// Computes the bounding boxes of the squads' queries. @param reach squared, m^2; negative for a thread without a query
fn gatherSquads(p: vec3f, reach: f32) {
  workgroupBarrier();
  if (laneOfQuery == 0u) {
    reaches[threadOfWorkgroup / LANES] = vec4f(p, reach);
  }
  workgroupBarrier();
  if (threadOfWorkgroup < SQUADS) {
    let size = QUERIES / SQUADS;
    var low = vec3f(3e38);
    var high = vec3f(-3e38);
    var farthest = -1.0;
    for (var k = threadOfWorkgroup * size; k < (threadOfWorkgroup + 1u) * size; k++) {
      let query = reaches[k];
      if (query.w >= 0.0) {
        low = min(low, query.xyz);
        high = max(high, query.xyz);
        farthest = max(farthest, query.w);
      }
    }
    squadLow[threadOfWorkgroup] = vec4f(low, farthest);
    squadHigh[threadOfWorkgroup] = vec4f(high, 0.0);
  }
  workgroupBarrier();
}

// With a tolerance, so that f32 rounding does not lose an equally near point.
fn isWithin(gap: f32, reach: f32) -> bool {
  return gap <= reach * (1.0 + 2.0 * BOX_SLACK);
}

// True if any query of a squad reaches a box. The squad's own box is tested first, but at jumps of the point order it
// contains much that none of the queries reaches.
fn squadReaches(squad: u32, box: Box) -> bool {
  let low = squadLow[squad];
  if (!isWithin(squaredGapOfBoxes(box, Box(low.xyz, squadHigh[squad].xyz)), low.w)) {
    return false;
  }
  let size = QUERIES / SQUADS;
  for (var i = squad * size; i < (squad + 1u) * size; i++) {
    let query = reaches[i];
    if (isWithin(squaredGap(box, query.xyz), query.w)) {
      return true;
    }
  }
  return false;
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
    } else {
      length[level] = count;
      level -= 1u;
      next[level] = 0u;
    }
  }
}
