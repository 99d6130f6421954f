// Shared definitions of all search structures. A structure's file defines
//   fn nearest(p: vec3f, wanted: bool, near: Match, isFirstPass: bool) -> Match
// to be called by all threads of a workgroup together; the nearest over the lanes of a query (lanes.wgsl) is the target
// point nearest to p. It is exact: the same point for every structure, ties by the smallest index. `near` is a
// candidate to start from, or noMatch with the largest accepted squared distance; the nearer, the faster the search.
// CPU twin: src-lab/search/nearest-search.ts.
// Needs the binding
//   slots: array<vec4u>   bits of xyz (m) and the point's index in the cloud, per slot

struct Match {
  slot: u32,
  index: u32,
  squared: f32,
}

const NO_SLOT: u32 = 0xffffffffu;

fn noMatch(maxSquared: f32) -> Match {
  return Match(NO_SLOT, NO_SLOT, maxSquared);
}

fn positionOf(slot: u32) -> vec3f {
  return bitcast<vec3f>(slots[slot].xyz);
}

fn squaredDistance(a: vec3f, b: vec3f) -> f32 {
  let d = a - b;
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

// Nearer of the current best and a slot's point.
fn nearerOf(best: Match, p: vec3f, slot: u32, point: vec4u) -> Match {
  let squared = squaredDistance(bitcast<vec3f>(point.xyz), p);
  let isNearer = squared < best.squared || (squared == best.squared && point.w < best.index);
  return Match(
    select(best.slot, slot, isNearer),
    select(best.index, point.w, isNearer),
    select(best.squared, squared, isNearer),
  );
}

// Nearer of the current best and the point in a slot.
fn nearer(best: Match, p: vec3f, slot: u32) -> Match {
  return nearerOf(best, p, slot, slots[slot]);
}
