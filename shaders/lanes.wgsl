// How the threads of a workgroup share queries: LANES (const) threads one after another work for one query, and a
// workgroup takes a block of QUERIES of them. Needs WG (override), match.wgsl.

override QUERIES: u32 = WG / LANES;

var<private> threadOfWorkgroup: u32;
var<private> laneOfQuery: u32;

var<workgroup> laneSquared: array<f32, WG>;
var<workgroup> laneIndex: array<u32, WG>;
var<workgroup> laneSlot: array<u32, WG>;

fn takePlace(thread: u32) {
  threadOfWorkgroup = thread;
  laneOfQuery = thread % LANES;
}

// The nearest of the matches that the lanes of a query have, the one with the smallest index of those equally far; all
// of them get it.
fn nearestOfLanes(own: Match) -> Match {
  if (LANES == 1u) {
    return own;
  }
  laneSquared[threadOfWorkgroup] = own.squared;
  laneIndex[threadOfWorkgroup] = own.index;
  laneSlot[threadOfWorkgroup] = own.slot;
  workgroupBarrier();
  let first = threadOfWorkgroup - laneOfQuery;
  var best = Match(laneSlot[first], laneIndex[first], laneSquared[first]);
  for (var k = first + 1u; k < first + LANES; k++) {
    if (laneSquared[k] < best.squared || (laneSquared[k] == best.squared && laneIndex[k] < best.index)) {
      best = Match(laneSlot[k], laneIndex[k], laneSquared[k]);
    }
  }
  workgroupBarrier();
  return best;
}
