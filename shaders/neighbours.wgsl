// The NEIGHBOURS (const) nearest points, ascending by distance, then by index, among points sorted into bins.
// CPU twin: src-core/registration/point-bins.ts (kNearest). Needs match.wgsl, bins.wgsl, eigen3.wgsl and the bindings slots and
//   starts: array<u32>   first slot of each bin, one more than there are bins

const FARTHEST: f32 = 3e38;

// Constant loops over these unroll, so that they stay in registers.
var<private> nearSquared: array<f32, NEIGHBOURS>;
var<private> nearIndex: array<u32, NEIGHBOURS>;
var<private> nearSlot: array<u32, NEIGHBOURS>;

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

fn lookWithin(bins: Bins, p: vec3f, reach: f32) {
  for (var k = 0u; k < NEIGHBOURS; k++) {
    nearSquared[k] = FARTHEST;
    nearIndex[k] = NO_SLOT;
    nearSlot[k] = NO_SLOT;
  }
  let range = binsWithin(bins, p, reach);
  for (var k = range.low.z; k <= range.high.z; k++) {
    let apartZ = distanceToBins(bins, p.z, bins.origin.z, k, bins.size.z);
    for (var j = range.low.y; j <= range.high.y; j++) {
      let apartY = distanceToBins(bins, p.y, bins.origin.y, j, bins.size.y);
      if (apartZ * apartZ + apartY * apartY > nearSquared[NEIGHBOURS - 1]) {
        continue;
      }
      let row = bins.size.x * (j + bins.size.y * k);
      let end = starts[row + range.high.x + 1u];
      for (var slot = starts[row + range.low.x]; slot < end; slot++) {
        let point = slots[slot];
        insertNeighbour(squaredDistance(bitcast<vec3f>(point.xyz), p), point.w, slot);
      }
    }
  }
}

// Leaves the list in nearSquared, nearIndex and nearSlot; places beyond the last point of a small cloud have NO_SLOT.
fn findNeighbours(bins: Bins, p: vec3f) {
  var reach = bins.edge;
  loop {
    lookWithin(bins, p, reach);
    let farthest = nearSquared[NEIGHBOURS - 1];
    if (farthest <= reach * reach || isEverywhere(bins, binsWithin(bins, p, reach))) {
      return;
    }
    if (farthest < FARTHEST) {
      reach = sqrt(farthest) * 1.000001;
    } else {
      reach = 2.0 * reach + bins.edge;
    }
  }
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
