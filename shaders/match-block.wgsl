// Matches the points of a pass, each search beginning at the match of the pass before.
//   hints     target's slot of the last match of each source slot
// CPU twin: src-core/lab/search/nearest-search.ts. Needs registration.wgsl, match.wgsl, lanes.wgsl and a search.

@group(0) @binding(5) var<storage, read_write> hints: array<u32>;

fn slotsToMatch() -> u32 {
  return options.sourceCount;
}

fn workgroupsOfMatch() -> u32 {
  return options.workgroups;
}

// Where the search starts: the last match, or nothing in the first pass.
fn lastMatch(i: u32, p: vec3f, firstPass: bool) -> Match {
  let none = noMatch(options.maxSquared);
  if (firstPass) {
    return none;
  }
  let slot = hints[i];
  if (slot == NO_SLOT) {
    return none;
  }
  return nearer(none, p, slot);
}

struct Query {
  // Place under the pose, m, and its match.
  p: vec3f,
  found: Match,
}

// Matches the block's points, those of a query's lanes together; slot NO_SLOT where there is none.
fn matchBlock(number: u32, R: mat3x3f, t: vec3f, isFirstPass: bool) -> Query {
  let i = number * QUERIES + threadOfWorkgroup / LANES;
  let wanted = i < options.sourceCount;
  var p = vec3f(0.0);
  var near = noMatch(options.maxSquared);
  if (wanted) {
    p = R * bitcast<vec3f>(source[i].xyz) + t;
    near = lastMatch(i, p, isFirstPass);
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
