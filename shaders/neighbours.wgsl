// The NEIGHBOURS (const) nearest points, ascending by distance, then by index, among points sorted into
// bins along Morton's curve, by the tree of boxes over them.
// CPU twin: src-core/registration/point-bins.ts (kNearest). Needs match.wgsl, boxes.wgsl, boxes-walk.wgsl, eigen3.wgsl,
// WG, and the bindings slots, structure and
//   tree: Tree   of the boxes

const FARTHEST: f32 = 3e38;

// Constant loops over these unroll, so that they stay in registers.
var<private> nearSquared: array<f32, NEIGHBOURS>;
var<private> nearIndex: array<u32, NEIGHBOURS>;
var<private> nearSlot: array<u32, NEIGHBOURS>;
var<private> query: vec3f;
var<private> firstLeaf: u32;

// Passes a candidate along the list: each place keeps the nearer and passes the other on.
fn insertNeighbour(squared: f32, index: u32, slot: u32) {
  if (squared > nearSquared[NEIGHBOURS - 1]) {
    return;
  }
  var s = squared;
  var i = index;
  var n = slot;
  for (var k = 0u; k < NEIGHBOURS; k++) {
    if (s < nearSquared[k] || (s == nearSquared[k] && i < nearIndex[k])) {
      let heldSquared = nearSquared[k];
      let heldIndex = nearIndex[k];
      let heldSlot = nearSlot[k];
      nearSquared[k] = s;
      nearIndex[k] = i;
      nearSlot[k] = n;
      s = heldSquared;
      i = heldIndex;
      n = heldSlot;
    }
  }
}

// Passes over the leaves of the squad but the one that was first.
fn visitLeaves(first: u32, count: u32) {
  for (var k = 0u; k < count; k++) {
    let leaf = squadLeaves[first + k];
    if (leaf != firstLeaf) {
      lookThrough(leaf);
    }
  }
}

fn lookThrough(leaf: u32) {
  let end = min(leaf * LEAF + LEAF, tree.slots);
  for (var slot = leaf * LEAF; slot < end; slot++) {
    let point = slots[slot];
    insertNeighbour(squaredDistance(bitcast<vec3f>(point.xyz), query), point.w, slot);
  }
}

// Finds the neighbours of the point in slot `own`, all threads of a workgroup together, of slots near one
// another; leaves the list in nearSquared, nearIndex and nearSlot. Places beyond the last point of a small cloud have NO_SLOT.
fn findNeighbours(own: u32) {
  for (var k = 0u; k < NEIGHBOURS; k++) {
    nearSquared[k] = FARTHEST;
    nearIndex[k] = NO_SLOT;
    nearSlot[k] = NO_SLOT;
  }
  let isThere = own < tree.slots;
  query = positionOf(min(own, tree.slots - 1u));
  firstLeaf = seedLeaf(tree, query);
  lookThrough(firstLeaf);
  if (!isThere) {
    // Nothing comes nearer than this.
    nearSquared[NEIGHBOURS - 1] = -1.0;
  }
  let reach = nearSquared[NEIGHBOURS - 1];
  gatherSquads(query, reach);
  walk(tree);
}

// Squared distance to the last of the neighbours that there are.
fn farthestSquared() -> f32 {
  var farthest = 0.0;
  for (var k = 0u; k < NEIGHBOURS; k++) {
    farthest = select(farthest, nearSquared[k], nearSlot[k] != NO_SLOT);
  }
  return farthest;
}

// Unit normal of the plane through the neighbours of p; 0 0 0 where they are a line.
fn normalOfNeighbours(p: vec3f) -> vec3f {
  var count = 0.0;
  var sum = vec3f(0.0);
  var diagonal = vec3f(0.0);
  var mixed = vec3f(0.0); // xy xz yz
  for (var k = 0u; k < NEIGHBOURS; k++) {
    if (nearSlot[k] != NO_SLOT) {
      let d = positionOf(nearSlot[k]) - p;
      count += 1.0;
      sum += d;
      diagonal += d * d;
      mixed += d.xxy * d.yzz;
    }
  }
  let mean = sum / count;
  diagonal -= sum * mean;
  mixed -= sum.xxy * mean.yzz;
  return planeNormal(diagonal, mixed.x, mixed.y, mixed.z);
}
