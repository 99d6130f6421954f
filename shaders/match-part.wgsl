// Matches a source chunk against a target chunk; stores the nearest match over the target chunks processed until now.
// Ties are resolved by the smallest index in the whole target.
//   source, part       of the source chunk, see part.wgsl
//   slots, structure   of the target chunk; its indices are relative to options.firstElement
//   before             state of this pass, as written by takeStep of register-parts.wgsl
//   matches            per slot of the source chunk: bits of xyz (m) and index in the whole target, NO_SLOT for none
// Workgroup: WG threads (override), LANES of them for a query, see lanes.wgsl.
// CPU twin: src-lab/search/nearest-search.ts. Needs registration.wgsl, part.wgsl, match.wgsl, lanes.wgsl, a search,
// and a file that defines
//   fn keepSurface(i: u32, index: u32)
// to store the surface data of a match that the sums need.

@group(0) @binding(10) var<storage, read_write> matches: array<vec4u>;

// Current best match that the search must beat, in indices of the target chunk: at equal distance a match in an earlier
// chunk wins, one in a later chunk loses.
fn bestSoFar(i: u32, p: vec3f) -> Match {
  let none = noMatch(options.maxSquared);
  // The first dispatch of a run has no stored match.
  if (before.state.phase == FIRST_PASS && options.firstElement == 0u) {
    return none;
  }
  let kept = matches[i];
  let squared = squaredDistance(bitcast<vec3f>(kept.xyz), p);
  if (kept.w == NO_SLOT || squared > options.maxSquared) {
    return none;
  }
  return Match(NO_SLOT, max(kept.w, options.firstElement) - options.firstElement, squared);
}

fn keep(i: u32, found: Match) {
  if (found.slot != NO_SLOT) {
    matches[i] = vec4u(slots[found.slot].xyz, options.firstElement + found.index);
    keepSurface(i, found.index);
  } else if (found.index == NO_SLOT) {
    matches[i] = vec4u(vec3u(0u), NO_SLOT);
  }
}

@compute @workgroup_size(WG)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3u) {
  takePlace(thread);
  if (before.state.phase == DONE) {
    return;
  }
  let isFirstPass = before.state.phase == FIRST_PASS;
  let R = rotationMatrix(before.state.tried.rotation);
  let t = before.state.tried.translation;
  let blocks = (part.slots + QUERIES - 1u) / QUERIES;
  let laps = (blocks + part.workgroups - 1u) / part.workgroups;
  for (var lap = 0u; lap < laps; lap++) {
    let i = (group.x * laps + lap) * QUERIES + thread / LANES;
    let wanted = i < part.slots;
    var p = vec3f(0.0);
    var near = noMatch(options.maxSquared);
    if (wanted) {
      p = R * bitcast<vec3f>(source[i].xyz) + t;
      near = bestSoFar(i, p);
    }
    let found = nearestOfLanes(nearest(p, wanted, near, isFirstPass));
    if (wanted && laneOfQuery == 0u) {
      keep(i, found);
    }
  }
}
