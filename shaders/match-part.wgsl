// Matches a part of the source to a part of the target; the nearest of all parts so far is kept for each point.
// Of points equally far it is the one with the smallest index in the whole target.
//   source, part       of the source's part, see part.wgsl
//   slots, structure   of the target's part; its indices count from options.firstElement
//   before             state of this pass, as takeStep of register-parts.wgsl left it
//   matches            of each slot of the source's part: bits of xyz (m) and index in the whole target, NO_SLOT for none
// Workgroup: WG threads (override), LANES of them for a query, see lanes.wgsl.
// CPU twin: src-core/lab/search/nearest-search.ts. Needs registration.wgsl, part.wgsl, match.wgsl, lanes.wgsl, a search,
// and a file that defines
//   fn keepSurface(i: u32, index: u32)
// for what the sums need to know of the surface at a match.

@group(0) @binding(10) var<storage, read_write> matches: array<vec4u>;

// What the search has to be nearer than, in the indices of the target's part: a match in a part before wins where it is
// as far, one in a part after loses.
fn bestSoFar(i: u32, p: vec3f) -> Match {
  let none = noMatch(options.maxSquared);
  // The first dispatch of all finds nothing kept.
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
