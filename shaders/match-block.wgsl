// Matches all points in a pass, each search beginning at the match of the pass before.
// CPU twin: src-core/registration/nearest-search.ts. Needs registration.wgsl, match.wgsl, lanes.wgsl, last-match.wgsl and
// a search.

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
