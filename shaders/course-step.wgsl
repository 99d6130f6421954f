// Step of accelerated pICP: Horn's step and, while the recent poses are collinear, an extrapolated step, which takes a
// pass of its own and is discarded unless it lowers the error.
//   courses   of this pass and of the next, alternating
// CPU twin: src-lab/picp/picp.ts (PicpMinimiser). Needs registration-passes.wgsl, horn.wgsl, course.wgsl.

@group(0) @binding(12) var<storage, read_write> courses: array<Course, 2>;

fn meanSquare(count: f32, squared: f32) -> f32 {
  return squared / max(count, 1.0);
}

// Accepts the pose of Horn's step with its sums, and tries an extrapolation from it. False if there is none to try.
fn leap(course: ptr<function, Course>) -> bool {
  notePose(course, meanSquare(total[HORN_COUNT], total[HORN_SQUARED]));
  let lengths = leapOf(*course, options.decoupled == 1u);
  if (all(lengths == vec2f(0.0))) {
    return false;
  }
  keepSums = true;
  state.kept = state.tried;
  state.tried = along(state.kept, (*course).last, lengths, options.spread);
  (*course).isLeap = 1u;
  return true;
}

// Accepts the extrapolation, or restores the pose before it, whose sums were saved.
fn land(course: ptr<function, Course>) {
  (*course).isLeap = 0u;
  let here = meanSquare(before.sums[HORN_COUNT], before.sums[HORN_SQUARED]);
  if (total[HORN_COUNT] >= LEAST_PAIRS && meanSquare(total[HORN_COUNT], total[HORN_SQUARED]) < here) {
    (*course).poses = 0u;
    return;
  }
  state.tried = state.kept;
  for (var row = 0u; row < ROWS; row++) {
    total[row] = before.sums[row];
  }
}

// Evaluates the sums at the trial pose.
fn afterPass() {
  var course = courses[state.passNumber & 1u];
  let isStep = state.phase == STEPPING && course.isLeap == 0u;
  if (course.isLeap == 1u) {
    land(&course);
  } else if (total[HORN_COUNT] < LEAST_PAIRS) {
    stopForTooFew(total[HORN_COUNT]);
    return;
  }
  if (!isStep || !leap(&course)) {
    keepTried(total[HORN_COUNT], sqrt(total[HORN_SQUARED] / total[HORN_COUNT]), total[HORN_SQUARED]);
    if (state.phase != DONE) {
      let step = hornStep();
      course.next = wayOf(step, state.kept, options.spread);
      state.tried = composed(step, state.kept);
    }
  }
  if (isFirstGroup) {
    courses[(state.passNumber + 1u) & 1u] = course;
  }
}
