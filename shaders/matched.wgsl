// Matches of a source chunk as stored by match-part.wgsl, for the sums: the bindings `slots` and `surface` contain the
// match of each slot, and its surface data, instead of the target.
// CPU twin: src-lab/search/nearest-search.ts. Needs registration.wgsl, part.wgsl, match.wgsl, lanes.wgsl, and the
// point selection of the pass: all-drawn.wgsl or drawn.wgsl.

fn slotsToMatch() -> u32 {
  return part.slots;
}

fn workgroupsOfMatch() -> u32 {
  return part.workgroups;
}

struct Query {
  // Position under the pose, m, and the slot of its match, which is its own.
  p: vec3f,
  found: Match,
  // Index of the point in the source.
  point: u32,
}

fn matchBlock(number: u32, R: mat3x3f, t: vec3f, isFirstPass: bool) -> Query {
  let i = number * QUERIES + threadOfWorkgroup / LANES;
  if (i >= part.slots || !isDrawn(part.firstPoint + source[i].w)) {
    return Query(vec3f(0.0), noMatch(0.0), 0u);
  }
  let p = R * bitcast<vec3f>(source[i].xyz) + t;
  if (slots[i].w == NO_SLOT) {
    return Query(p, noMatch(0.0), source[i].w);
  }
  return Query(p, Match(i, i, 0.0), source[i].w);
}
