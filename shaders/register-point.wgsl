// One pass of point-to-point ICP (thesis 2.6): a thread processes some source points, transforms each by the trial
// pose, matches it and accumulates the pair sums for Horn's method.
// Bindings and units: registration.wgsl. Workgroup: WG threads (override).
// CPU twin: src-lab/methods/point-minimiser.ts.

// Writes the sums of a workgroup at the trial pose.
fn sumPairs(group: u32, isFirstPass: bool) {
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
  let laps = lapsOfMatch();
  for (var lap = 0u; lap < laps; lap++) {
    let query = matchBlock(group * laps + lap, R, t, isFirstPass);
    let p = query.p;
    let found = query.found;
    if (laneOfQuery == 0u && found.slot != NO_SLOT) {
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
  if (laneOfQuery == 0u) {
    let column = columnOfQuery();
    scratch[HORN_COUNT * PITCH + column] = pairs;
    leave(HORN_P, sumP);
    leave(HORN_D, sumD);
    leave(HORN_PP, vec3f(ppDiagonal.x, ppMixed.x, ppMixed.y));
    leave(HORN_PP + 3u, vec3f(ppDiagonal.y, ppMixed.z, ppDiagonal.z));
    leave(HORN_PD, pxD);
    leave(HORN_PD + 3u, pyD);
    leave(HORN_PD + 6u, pzD);
    scratch[HORN_SQUARED * PITCH + column] = squared;
  }
}
