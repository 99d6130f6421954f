// Where the searches of a pass begin: at the matches of the passes before.
//   hints     target's slot of the last match of each source slot
// CPU twin: src-core/registration/nearest-search.ts. Needs registration.wgsl, match.wgsl.

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
