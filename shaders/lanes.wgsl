// Mapping of queries to the threads of a workgroup: LANES (const) consecutive threads share a query, and a workgroup
// processes a block of QUERIES of them. Needs WG (override), match.wgsl.

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

// Nearest of the matches found by the lanes of a query, ties by the smallest index; returned to all of them.
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
