// One pass of closest-point iteration with the point-to-point error (thesis 2.6): a thread takes some source points,
// moves each by the pose that is tried, matches it and sums up the pairs for Horn's method.
// Bindings and units: registration.wgsl. Workgroup: WG threads (override).
// CPU twin: src-core/registration/point-minimiser.ts.

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

fn leave(row: u32, values: vec3f) {
  scratch[row * PITCH + threadOfWorkgroup] = values.x;
  scratch[(row + 1u) * PITCH + threadOfWorkgroup] = values.y;
  scratch[(row + 2u) * PITCH + threadOfWorkgroup] = values.z;
}

@compute @workgroup_size(WG)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3u) {
  let firstPass = before.state.phase == NOT_STARTED;
  if (beginPass(thread, group.x)) {
    return;
  }
  let R = rotationMatrix(state.tried.rotation);
  let t = state.tried.translation;
  var pairs = 0.0;
  var squared = 0.0;
  var sumP = vec3f(0.0);
  var sumD = vec3f(0.0);
  var ppDiagonal = vec3f(0.0);
  var ppMixed = vec3f(0.0); // xy xz yz
  var pxD = vec3f(0.0);
  var pyD = vec3f(0.0);
  var pzD = vec3f(0.0);
  let laps = (options.sourceCount + options.workgroups * WG - 1u) / (options.workgroups * WG);
  for (var lap = 0u; lap < laps; lap++) {
    let i = (group.x * laps + lap) * WG + thread;
    let wanted = i < options.sourceCount;
    var p = vec3f(0.0);
    var near = noMatch(options.maxSquared);
    if (wanted) {
      p = R * vec3f(source[3u * i], source[3u * i + 1u], source[3u * i + 2u]) + t;
      near = lastMatch(i, p, firstPass);
    }
    let found = nearest(p, wanted, near);
    if (wanted) {
      hints[i] = found.slot;
    }
    if (found.slot != NO_SLOT) {
      let d = positionOf(found.slot) - p;
      pairs += 1.0;
      squared += dot(d, d);
      sumP += p;
      sumD += d;
      ppDiagonal += p * p;
      ppMixed += p.xxy * p.yzz;
      pxD += p.x * d;
      pyD += p.y * d;
      pzD += p.z * d;
    }
  }
  scratch[HORN_COUNT * PITCH + thread] = pairs;
  leave(HORN_P, sumP);
  leave(HORN_D, sumD);
  leave(HORN_PP, vec3f(ppDiagonal.x, ppMixed.x, ppMixed.y));
  leave(HORN_PP + 3u, vec3f(ppDiagonal.y, ppMixed.z, ppDiagonal.z));
  leave(HORN_PD, pxD);
  leave(HORN_PD + 3u, pyD);
  leave(HORN_PD + 6u, pzD);
  scratch[HORN_SQUARED * PITCH + thread] = squared;
  endPass(thread, group.x);
}
