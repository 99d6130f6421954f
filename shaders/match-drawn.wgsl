// Matches the points of a subsampled pass: of each strip of WG source slots the drawn ones, compacted, so that a strip
// with a quarter drawn costs about a quarter of its blocks. Each search starts without a hint, as in a first pass: a
// match from several passes ago is so far off that a run over 10^6 points took up to five times as long with it (H200).
// CPU twin: src-lab/picp/picp-draw.ts. Needs registration-passes.wgsl, match.wgsl, lanes.wgsl, drawn.wgsl and a
// search.

override WORDS_OF_STRIP: u32 = WG / 32;

// One bit per slot of the strip, and the number of bits set.
var<workgroup> drawn: array<atomic<u32>, WORDS_OF_STRIP>;
var<workgroup> drawnInStrip: u32;

fn slotsToMatch() -> u32 {
  return options.sourceCount;
}

fn workgroupsOfMatch() -> u32 {
  return options.workgroups;
}

// Marks the drawn slots of the strip; returns their number.
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

// Position in the strip of the drawn slot with this number.
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
  // Position under the pose, m, and its match.
  p: vec3f,
  found: Match,
  // Index of the point in the source.
  point: u32,
}

// Matches the block's share of the drawn slots of its strip; slot NO_SLOT if there is no match.
fn matchBlock(number: u32, R: mat3x3f, t: vec3f, isFirstPass: bool) -> Query {
  let strip = number / LANES;
  let count = drawStrip(strip);
  let first = (number % LANES) * QUERIES;
  if (first >= count) {
    return Query(vec3f(0.0), noMatch(0.0), 0u);
  }
  let mine = first + threadOfWorkgroup / LANES;
  let wanted = mine < count;
  var p = vec3f(0.0);
  var point = 0u;
  if (wanted) {
    let own = source[strip * WG + placeOfDrawn(mine)];
    p = R * bitcast<vec3f>(own.xyz) + t;
    point = own.w;
  }
  let found = nearestOfLanes(nearest(p, wanted, noMatch(options.maxSquared), true));
  if (!wanted) {
    return Query(p, noMatch(0.0), point);
  }
  return Query(p, found, point);
}
