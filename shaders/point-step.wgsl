// Step of point-to-point ICP: Horn's method (thesis 2.6).
// CPU twin: src-lab/methods/point-minimiser.ts. Needs registration-passes.wgsl, horn.wgsl.

// Evaluates the sums at the trial pose.
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
