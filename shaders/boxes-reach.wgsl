// Which nodes of a tree of boxes the queries of a workgroup reach. The threads form SQUADS of neighbouring queries; the
// traversals boxes-walk.wgsl and boxes-walk-apart.wgsl list the leaves within reach of each squad in workgroup memory. The
// including file defines how a thread processes the leaves of its squad, and the squared reach that its query has left
// (m^2), so that the rest of a far walk lists fewer:
//   fn visitLeaves(first: u32, count: u32)
//   fn reachLeft() -> f32
// for listedLeaf(first) and the following ones; and, next to its binding of the Tree:
//   fn topOfTree() -> u32, fn slotsOfTree() -> u32, fn firstOfLevel(level: u32) -> u32, fn nodesOfLevel(level: u32) -> u32
// Needs match.wgsl, boxes.wgsl, lanes.wgsl, WG (override), and the binding
//   structure: array<vec4f>   boxes, see boxes.wgsl
// CPU twin: src-lab/gpu/box-levels.ts.

const MOST_LEVELS: u32 = 4;
const SQUADS: u32 = 8;

// Position (m) and squared reach (m^2) of each query; the reach is negative for a thread without a query.
var<workgroup> reaches: array<vec4f, QUERIES>;
// Box of each squad; w of the low corner is its squared reach.
var<workgroup> squadLow: array<vec4f, SQUADS>;
var<workgroup> squadHigh: array<vec4f, SQUADS>;
var<workgroup> squadCount: array<atomic<u32>, SQUADS>;

fn boxOf(node: u32) -> Box {
  return Box(structure[2u * node].xyz, structure[2u * node + 1u].xyz);
}

// Nearer of the current best and a node, by what its points are at most away.
fn nearerNode(best: Match, node: u32, box: Box, p: vec3f) -> Match {
  let squared = squaredToFarthest(box, p);
  let isNearer = squared < best.squared;
  return Match(
    select(best.slot, node, isNearer),
    select(best.index, node, isNearer),
    select(best.squared, squared, isNearer),
  );
}

// Nearest node among `count` nodes of a level. The lanes of a query share the nodes, and each loads four at a time, so
// that loads do not wait for one another.
fn seedAmong(first: u32, count: u32, p: vec3f) -> u32 {
  var seed = Match(first, first, 3e38);
  let last = first + count - 1u;
  for (var node = first + laneOfQuery; node <= last; node += 4u * LANES) {
    let node1 = min(node + LANES, last);
    let node2 = min(node + 2u * LANES, last);
    let node3 = min(node + 3u * LANES, last);
    let box0 = boxOf(node);
    let box1 = boxOf(node1);
    let box2 = boxOf(node2);
    let box3 = boxOf(node3);
    seed = nearerNode(nearerNode(seed, node, box0, p), node1, box1, p);
    seed = nearerNode(nearerNode(seed, node2, box2, p), node3, box3, p);
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
  laneSquared[threadOfWorkgroup] = reach;
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
  // Four at a time, so that loads do not wait for one another; a squad of fewer tests some of them again.
  for (var i = squad * size; i < (squad + 1u) * size; i += 4u) {
    let a = reaches[i];
    let b = reaches[i + min(1u, size - 1u)];
    let c = reaches[i + min(2u, size - 1u)];
    let d = reaches[i + min(3u, size - 1u)];
    if (
      isWithin(squaredGap(box, a.xyz), a.w) | isWithin(squaredGap(box, b.xyz), b.w)
      | isWithin(squaredGap(box, c.xyz), c.w) | isWithin(squaredGap(box, d.xyz), d.w)
    ) {
      return true;
    }
  }
  return false;
}

// Takes over what the lanes of a query have left of its reach. Call between barriers.
fn updateReach() {
  if (laneOfQuery == 0u) {
    var reach = laneSquared[threadOfWorkgroup];
    for (var k = 1u; k < LANES; k++) {
      reach = min(reach, laneSquared[threadOfWorkgroup + k]);
    }
    reaches[threadOfWorkgroup / LANES].w = reach;
  }
}
