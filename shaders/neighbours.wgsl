// k nearest neighbours: the NEIGHBOURS (const) nearest points, ascending by distance, then by index, among points
// sorted into bins along Hilbert curves, by the tree of boxes over them.
// CPU twin: src-lab/search/point-bins.ts (kNearest). Needs match.wgsl, boxes.wgsl, boxes-reach.wgsl, a walk of it, eigen3.wgsl,
// WG, the bindings slots and structure, and those of the tree.

const FARTHEST: f32 = 3e38;
// Entries of a list that a lane hands over at a time; more would not fit beside the lists of the walk.
const HANDED: u32 = 3;

var<workgroup> handedSquared: array<f32, HANDED * WG>;
var<workgroup> handedIndex: array<u32, HANDED * WG>;
var<workgroup> handedSlot: array<u32, HANDED * WG>;

// written out for K below NEIGHBOURS
var<private> nearSquared_K: f32;
var<private> nearIndex_K: u32;
var<private> nearSlot_K: u32;
// end of what is written out
// Squared distance within which a point may be a neighbour: a bound of what all lanes of the query know, or that of the
// last in this lane's list.
var<private> nearReach: f32;
var<private> query: vec3f;
// Leaves that are searched first: OWN_LEAVES (const) along the curve about the point's own, the first of them, and another
// one near the point. They must hold more points than neighbours are sought, or else nothing bounds the walk.
var<private> ownLeaf: u32;
var<private> seed: u32;

// Inserts a candidate: each list position keeps the nearer of two and passes the other on.
fn insertNeighbour(squared: f32, index: u32, slot: u32) {
  if (squared > nearReach) {
    return;
  }
  var s = squared;
  var i = index;
  var n = slot;
  // written out for K below NEIGHBOURS
  let isNearer_K = s < nearSquared_K || (s == nearSquared_K && i < nearIndex_K);
  let heldSquared_K = nearSquared_K;
  let heldIndex_K = nearIndex_K;
  let heldSlot_K = nearSlot_K;
  nearSquared_K = select(heldSquared_K, s, isNearer_K);
  nearIndex_K = select(heldIndex_K, i, isNearer_K);
  nearSlot_K = select(heldSlot_K, n, isNearer_K);
  s = select(s, heldSquared_K, isNearer_K);
  i = select(i, heldIndex_K, isNearer_K);
  n = select(n, heldSlot_K, isNearer_K);
  // end of what is written out
  nearReach = min(nearReach, lastSquared());
}

// Squared distance to the last in the list.
fn lastSquared() -> f32 {
  var last = 0.0;
  // written out for K below NEIGHBOURS
  last = nearSquared_K;
  // end of what is written out
  return last;
}

// Searches the leaves of the squad, except those searched first. Few of their points are within reach, in each lane
// others: they are marked first, those of LEAVES_OF_MARKS (const) in a word, and lanes insert theirs together, since an insertion takes as long for one as for all.
fn visitLeaves(first: u32, count: u32) {
  for (var begin = first; begin < first + count; begin += LEAVES_OF_MARKS) {
    var marks = 0u;
    for (var k = 0u; k < LEAVES_OF_MARKS && begin + k < first + count; k++) {
      let leaf = listedLeaf(begin + k);
      if (leaf - ownLeaf >= OWN_LEAVES && leaf != seed) {
        marks |= withinReach(leaf) << (k * POINTS_OF_LANE);
      }
    }
    while (marks != 0u) {
      let mark = firstTrailingBit(marks);
      marks &= marks - 1u;
      let leaf = listedLeaf(begin + mark / POINTS_OF_LANE);
      let slot = leaf * LEAF + laneOfQuery + mark % POINTS_OF_LANE * LANES;
      let point = slots[slot];
      insertNeighbour(squaredDistance(bitcast<vec3f>(point.xyz), query), point.w, slot);
    }
  }
}

// Marks of the lane's points of a leaf, POINTS_OF_LANE (const), that are within reach. They are loaded together, so that loads do not wait for
// one another.
fn withinReach(leaf: u32) -> u32 {
  let first = leaf * LEAF + laneOfQuery;
  let end = slotsOfTree();
  // written out for K below POINTS_OF_LANE
  let point_K = positionOf(min(first + K * LANES, end - 1u));
  // end of what is written out
  var marks = 0u;
  // written out for K below POINTS_OF_LANE
  marks |= select(0u, 1u << K, squaredDistance(point_K, query) <= nearReach && first + K * LANES < end);
  // end of what is written out
  return marks;
}

fn reachLeft() -> f32 {
  return nearReach;
}

// Searches a leaf, shared by the lanes of a query. Four slots are loaded at a time, so that loads do not wait for one
// another; they are inserted in a loop, because each unrolled copy of the list adds compile time.
fn lookThrough(leaf: u32) {
  let end = min(leaf * LEAF + LEAF, slotsOfTree());
  for (var slot = leaf * LEAF + laneOfQuery; slot < end; slot += 4u * LANES) {
    let point0 = slots[slot];
    let point1 = slots[min(slot + LANES, end - 1u)];
    let point2 = slots[min(slot + 2u * LANES, end - 1u)];
    let point3 = slots[min(slot + 3u * LANES, end - 1u)];
    for (var k = 0u; k < 4u && slot + k * LANES < end; k++) {
      let point = select(select(point3, point2, k == 2u), select(point1, point0, k == 0u), k < 2u);
      insertNeighbour(squaredDistance(bitcast<vec3f>(point.xyz), query), point.w, slot + k * LANES);
    }
  }
}

// Starts an empty list.
fn beginList() {
  // written out for K below NEIGHBOURS
  nearSquared_K = FARTHEST;
  nearIndex_K = NO_SLOT;
  nearSlot_K = NO_SLOT;
  // end of what is written out
  nearReach = FARTHEST;
}

// Bounds the walk by what the lanes of a query found, without merging their lists: of the neighbours sought, each
// lane has its share within its own distance, and so all have enough within the greatest of these.
fn shareReach() {
  var share = FARTHEST;
  // written out for K below NEIGHBOURS
  share = select(share, nearSquared_K, K == (NEIGHBOURS + LANES - 1u) / LANES - 1u);
  // end of what is written out
  laneSquared[threadOfWorkgroup] = share;
  workgroupBarrier();
  let first = threadOfWorkgroup - laneOfQuery;
  var bound = 0.0;
  for (var lane = first; lane < first + LANES; lane++) {
    bound = max(bound, laneSquared[lane]);
  }
  workgroupBarrier();
  nearReach = min(nearReach, bound);
}

// Merges the lists of a query's lanes into that of the first.
fn mergeLists() {
  for (var apart = 1u; apart < LANES; apart *= 2u) {
    let takes = laneOfQuery % (2u * apart) == 0u;
    let other = min(threadOfWorkgroup + apart, WG - 1u);
    for (var begin = 0u; begin < NEIGHBOURS; begin += HANDED) {
      // written out for K below NEIGHBOURS
      if (K - begin < HANDED) {
        let at = (K - begin) * WG + threadOfWorkgroup;
        handedSquared[at] = nearSquared_K;
        handedIndex[at] = nearIndex_K;
        handedSlot[at] = nearSlot_K;
      }
      // end of what is written out
      workgroupBarrier();
      for (var k = 0u; takes && k < min(HANDED, NEIGHBOURS - begin); k++) {
        let at = k * WG + other;
        if (handedSlot[at] == NO_SLOT || handedSquared[at] > nearReach) {
          break; // and so are all beyond
        }
        insertNeighbour(handedSquared[at], handedIndex[at], handedSlot[at]);
      }
      workgroupBarrier();
    }
  }
}

// Finds the neighbours of the point in slot `own`; called by all threads of a workgroup together, with slots near one
// another. The first lane receives the list in nearSquared, nearIndex and nearSlot. Positions beyond the last point of
// a small cloud have NO_SLOT.
fn findNeighbours(own: u32) {
  beginList();
  let isThere = own < slotsOfTree();
  let slot = min(own, slotsOfTree() - 1u);
  query = positionOf(slot);
  // Most neighbours are in the point's own leaf and those next to it; at jumps of the point order, in another leaf near it.
  // The last leaf may hold few points, so that its own look at those before it.
  ownLeaf = max(slot / LEAF, OWN_LEAVES / 2u) - OWN_LEAVES / 2u;
  ownLeaf = min(ownLeaf, max(slotsOfTree() / LEAF, OWN_LEAVES) - OWN_LEAVES);
  seed = seedLeaf(query);
  for (var k = 0u; k < select(OWN_LEAVES + 1u, OWN_LEAVES, seed - ownLeaf < OWN_LEAVES); k++) {
    lookThrough(select(seed, ownLeaf + k, k < OWN_LEAVES));
  }
  shareReach();
  if (!isThere) {
    nearReach = -1.0; // rejects every candidate
  }
  gatherSquads(query, nearReach);
  walk();
  mergeLists();
}

// Slot at a position of the list.
fn neighbourSlot(place: u32) -> u32 {
  var slot = NO_SLOT;
  // written out for K below NEIGHBOURS
  slot = select(slot, nearSlot_K, place == K);
  // end of what is written out
  return slot;
}

// Squared distance to the last existing neighbour.
fn farthestSquared() -> f32 {
  var farthest = 0.0;
  // written out for K below NEIGHBOURS
  farthest = select(farthest, nearSquared_K, nearSlot_K != NO_SLOT);
  // end of what is written out
  return farthest;
}

var<private> covarianceCount: f32;
var<private> covarianceSum: vec3f;
var<private> covarianceDiagonal: vec3f;
var<private> covarianceMixed: vec3f; // xy xz yz

fn addToCovariance(slot: u32) {
  if (slot != NO_SLOT) {
    let d = positionOf(slot) - query;
    covarianceCount += 1.0;
    covarianceSum += d;
    covarianceDiagonal += d * d;
    covarianceMixed += d.xxy * d.yzz;
  }
}

// Unit normal of the plane through the neighbours; 0 0 0 if they are collinear.
fn normalOfNeighbours() -> vec3f {
  covarianceCount = 0.0;
  covarianceSum = vec3f(0.0);
  covarianceDiagonal = vec3f(0.0);
  covarianceMixed = vec3f(0.0);
  // written out for K below NEIGHBOURS
  addToCovariance(nearSlot_K);
  // end of what is written out
  let mean = covarianceSum / covarianceCount;
  let diagonal = covarianceDiagonal - covarianceSum * mean;
  let mixed = covarianceMixed - covarianceSum.xxy * mean.yzz;
  return planeNormal(diagonal, mixed.x, mixed.y, mixed.z);
}
