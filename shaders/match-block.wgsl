// Matches the points of a pass; each search starts at the match of the previous pass.
//   hints     target slot of the last match of each source slot
// CPU twin: src-lab/search/nearest-search.ts. Needs registration.wgsl, match.wgsl, lanes.wgsl and a search.

@group(0) @binding(5) var<storage, read_write> hints: array<u32>;

fn slotsToMatch() -> u32 {
  return options.sourceCount;
}

fn workgroupsOfMatch() -> u32 {
  return options.workgroups;
}

// Start of the search: the last match, or none in the first pass.
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
  // Position under the pose, m, and its match.
  p: vec3f,
  found: Match,
  // Index of the point in the source.
  point: u32,
}

// Matches the points of the block; the lanes of a query cooperate. slot NO_SLOT if there is no match.
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
    return Query(p, noMatch(0.0), 0u);
  }
  if (laneOfQuery == 0u) {
    hints[i] = found.slot;
  }
  return Query(p, found, source[i].w);
}
