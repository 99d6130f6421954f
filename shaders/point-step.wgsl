// The step of closest-point iteration with the point-to-point error: Horn's (thesis 2.6).
// CPU twin: src-core/lab/methods/point-minimiser.ts. Needs registration-passes.wgsl, horn.wgsl.

// What follows from the sums at the pose that was tried.
fn afterPass() {
  let pairs = total[HORN_COUNT];
  if (pairs < LEAST_PAIRS) {
    stopForTooFew(pairs);
    return;
  }
  let squared = total[HORN_SQUARED];
  keepTried(pairs, sqrt(squared / pairs), squared);
  if (state.phase != DONE) {
    state.tried = composed(hornStep(), state.kept);
  }
}
