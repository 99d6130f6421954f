// Matches the points of a pass that is thinned: of each strip of WG source slots those that are drawn for the pass, packed
// together, so that a strip of which a quarter is drawn costs about a quarter of its blocks. Only the first pass matches
// all points, of which those drawn count, so that each later search has a match to begin at: without, every pass would
// cost what a first one does.
// CPU twin: src-core/registration/picp-draw.ts. Needs registration-passes.wgsl, match.wgsl, lanes.wgsl, drawn.wgsl,
// last-match.wgsl and a search.

override WORDS_OF_STRIP: u32 = WG / 32;

// A bit for each slot of the strip, and how many are set.
var<workgroup> drawn: array<atomic<u32>, WORDS_OF_STRIP>;
var<workgroup> drawnInStrip: u32;

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

// Matches the block's share of what is drawn of its strip; slot NO_SLOT where there is none.
fn matchBlock(number: u32, R: mat3x3f, t: vec3f, isFirstPass: bool) -> Query {
  let numberInBlock = threadOfWorkgroup / LANES;
  var i = number * QUERIES + numberInBlock;
  var wanted = i < options.sourceCount;
  if (!isFirstPass) {
    let strip = number / LANES;
    let count = drawStrip(strip);
    let first = (number % LANES) * QUERIES;
    if (first >= count) {
      return Query(vec3f(0.0), noMatch(0.0));
    }
    wanted = first + numberInBlock < count;
    i = strip * WG + placeOfDrawn(first + numberInBlock);
  }
  var p = vec3f(0.0);
  var near = noMatch(options.maxSquared);
  if (wanted) {
    p = R * bitcast<vec3f>(source[i].xyz) + t;
    near = lastMatch(i, p, isFirstPass);
  }
  let found = nearestOfLanes(nearest(p, wanted, near, isFirstPass));
  if (wanted && laneOfQuery == 0u) {
    hints[i] = found.slot;
  }
  if (!wanted || (isFirstPass && !isDrawn(source[i].w))) {
    return Query(p, noMatch(0.0));
  }
  return Query(p, found);
}
