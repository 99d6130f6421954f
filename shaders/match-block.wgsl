// Matches the points of a pass; each search starts at the match of the previous pass.
//   hints     target slot of the last match of each source slot
// CPU twin: src-core/lab/search/nearest-search.ts. Needs registration.wgsl, match.wgsl, lanes.wgsl and a search.

@group(0) @binding(5) var<storage, read_write> hints: array<u32>;

fn slotsToMatch() -> u32 {
  return options.sourceCount;
}

fn workgroupsOfMatch() -> u32 {
  return options.workgroups;
}

// Point of a source slot and, after the first pass, its last match and the point there.
struct Given {
  point: vec4u,
  hint: u32,
  match_: vec4u,
}

fn given(i: u32, isFirstPass: bool) -> Given {
  let last = options.sourceCount - 1u;
  let point = source[min(i, last)];
  var hint = NO_SLOT;
  if (!isFirstPass) {
    hint = hints[min(i, last)];
  }
  return Given(point, hint, slots[select(hint, 0u, hint == NO_SLOT)]);
}

// The query of the block of points that the workgroup matches first.
var<private> aheadQuery: u32 = NO_SLOT;
var<private> ahead: Given;

// Loads the workgroup's first block. None of it depends on the step: the loads need not wait for it.
fn lookAhead(group: u32, isFirstPass: bool) {
  aheadQuery = group * lapsOfMatch() * QUERIES + threadOfWorkgroup / LANES;
  ahead = given(aheadQuery, isFirstPass);
}

struct Query {
  // Position under the pose, m, and its match.
  p: vec3f,
  found: Match,
}

// Matches the points of the block; the lanes of a query cooperate. slot NO_SLOT if there is no match.
fn matchBlock(number: u32, R: mat3x3f, t: vec3f, isFirstPass: bool) -> Query {
  let i = number * QUERIES + threadOfWorkgroup / LANES;
  let wanted = i < options.sourceCount;
  var p = vec3f(0.0);
  var near = noMatch(options.maxSquared);
  if (wanted) {
    var own = ahead;
    if (i != aheadQuery) {
      own = given(i, isFirstPass);
    }
    p = R * bitcast<vec3f>(own.point.xyz) + t;
    if (own.hint != NO_SLOT) {
      near = nearerOf(near, p, own.hint, own.match_);
    }
  }
  let found = nearestOfLanes(nearest(p, wanted, near, isFirstPass));
  if (!wanted) {
    return Query(p, noMatch(0.0));
  }
  if (laneOfQuery == 0u) {
    hints[i] = found.slot;
  }
  return Query(p, found);
}
