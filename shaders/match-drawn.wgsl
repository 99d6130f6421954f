// Matches the points of a pass that is thinned: of each strip of WG source slots those that are drawn for the pass, packed
// together, so that a strip of which a quarter is drawn costs about a quarter of its blocks. Each search begins anew, as in
// a first pass: a match of some passes ago lies so far off by now that a run over 10^6 points took up to five times as long
// with it (H200).
// CPU twin: src-core/lab/picp/picp-draw.ts. Needs registration-passes.wgsl, match.wgsl, lanes.wgsl, drawn.wgsl and a
// search.

override WORDS_OF_STRIP: u32 = WG / 32;

// A bit for each slot of the strip, and how many are set.
var<workgroup> drawn: array<atomic<u32>, WORDS_OF_STRIP>;
var<workgroup> drawnInStrip: u32;

fn slotsToMatch() -> u32 {
  return options.sourceCount;
}

fn workgroupsOfMatch() -> u32 {
  return options.workgroups;
}

// Marks the slots of the strip that are drawn; gives how many.
fn drawStrip(strip: u32) -> u32 {
  let thread = threadOfWorkgroup;
  workgroupBarrier();
  if (thread < WORDS_OF_STRIP) {
    atomicStore(&drawn[thread], 0u);
  }
  workgroupBarrier();
  let i = strip * WG + thread;
  if (i < options.sourceCount && isDrawn(source[i].w)) {
    atomicOr(&drawn[thread / 32u], 1u << (thread % 32u));
  }
  workgroupBarrier();
  if (thread == 0u) {
    drawnInStrip = 0u;
    for (var word = 0u; word < WORDS_OF_STRIP; word++) {
      drawnInStrip += countOneBits(atomicLoad(&drawn[word]));
    }
  }
  return workgroupUniformLoad(&drawnInStrip);
}

// Place in the strip of the drawn slot with this number.
fn placeOfDrawn(number: u32) -> u32 {
  var left = number;
  for (var word = 0u; word < WORDS_OF_STRIP; word++) {
    var bits = atomicLoad(&drawn[word]);
    let count = countOneBits(bits);
    if (left < count) {
      for (; left > 0u; left--) {
        bits &= bits - 1u;
      }
      return 32u * word + countTrailingZeros(bits);
    }
    left -= count;
  }
  return 0u;
}

struct Query {
  // Place under the pose, m, and its match.
  p: vec3f,
  found: Match,
}

// Matches the block's share of what is drawn of its strip; slot NO_SLOT where there is none.
fn matchBlock(number: u32, R: mat3x3f, t: vec3f, isFirstPass: bool) -> Query {
  let strip = number / LANES;
  let count = drawStrip(strip);
  let first = (number % LANES) * QUERIES;
  if (first >= count) {
    return Query(vec3f(0.0), noMatch(0.0));
  }
  let mine = first + threadOfWorkgroup / LANES;
  let wanted = mine < count;
  var p = vec3f(0.0);
  if (wanted) {
    p = R * bitcast<vec3f>(source[strip * WG + placeOfDrawn(mine)].xyz) + t;
  }
  let found = nearestOfLanes(nearest(p, wanted, noMatch(options.maxSquared), true));
  if (!wanted) {
    return Query(p, noMatch(0.0));
  }
  return Query(p, found);
}
