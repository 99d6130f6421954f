// One pass of Newton descent on quadratic distances, plain (point-to-plane of the thesis, 2.13 and 2.14) or damped by
// the Armijo rule (Zabatani and Bronstein, algorithms 1 and 2): a thread processes some source points, transforms each
// by the trial pose, matches it and adds its quadratic to the 6x6 system and the objective. A step that does not lower
// the exact objective enough is shortened, and the next pass tries the shortened step.
// Bindings and units: registration.wgsl. Workgroup: WG threads (override).
// CPU twins: src-lab/methods/plane-minimiser.ts, newton-minimiser.ts, newton-system.ts.

// Shortest step to try, as a fraction of the Newton step.
const SHORTEST_STEP: f32 = 1e-6;
// Relative difference between f32 sums of the same terms: a smaller increase cannot be distinguished from rounding.
const SUM_ROUNDING: f32 = 2e-6;

// Tries the fraction alpha of the step.
fn tryStep(alpha: f32) {
  state.alpha = alpha;
  var step = Pose(rotationBy(state.turn), state.shift);
  // The whole step applies rotation and translation unchanged (eq. 19).
  if (alpha != 1.0) {
    step = exponential(alpha * state.turn, alpha * twistShift(state.turn, state.shift));
  }
  state.tried = composed(step, state.kept);
}

// Armijo condition of algorithm 1 within f32 precision; the slope is that at the start of the step.
fn lowersEnough(objective: f32) -> bool {
  let promised = -2.0 * options.armijoDecrease * state.alpha * state.promised;
  return objective - state.objective <= promised + SUM_ROUNDING * state.objective;
}

// Evaluates the sums at the trial pose.
fn afterPass() {
  let matched = total[SYSTEM_COUNT];
  let squared = max(0.0, total[SYSTEM_SQUARED]);
  let weight = total[SYSTEM_WEIGHT];
  let unmatched = f32(options.sourceCount) - matched;
  var objective = squared;
  if (options.lineSearch == 1u && unmatched > 0.5) {
    objective += unmatched * options.maxSquared;
  }
  if (state.phase == STEPPING && options.lineSearch == 1u && !lowersEnough(objective)) {
    let shorter = state.alpha * options.armijoShrink;
    if (shorter > SHORTEST_STEP) {
      tryStep(shorter);
      return;
    }
    let promisedRms = sqrt(max(0.0, state.objective - state.promised) / state.matches);
    let near = sqrt(state.objective / state.matches) - promisedRms < options.rmsTolerance;
    stop(select(NO_DESCENT, CONVERGED, near));
    return;
  }
  if (matched < LEAST_PAIRS) {
    stopForTooFew(matched);
    return;
  }
  keepTried(matched, sqrt(squared / weight), objective);
  if (state.phase != DONE) {
    let step = newtonStep();
    state.turn = step.rotation;
    state.shift = step.translation;
    state.promised = promisedBy(step);
    tryStep(1.0);
  }
}

// Writes the sums of a workgroup at the trial pose.
fn sumPairs(group: u32, isFirstPass: bool) {
  let R = rotationMatrix(state.tried.rotation);
  let t = state.tried.translation;
  var matched = 0.0;
  var squared = 0.0;
  var weight = 0.0;
  // Lower triangle of sum Q^T A Q by rows: rotation block, then the two blocks of the translation.
  var rr0 = 0.0;
  var rr1 = vec2f(0.0);
  var rr2 = vec3f(0.0);
  var tr0 = vec3f(0.0);
  var tr1 = vec3f(0.0);
  var tr2 = vec3f(0.0);
  var tt0 = 0.0;
  var tt1 = vec2f(0.0);
  var tt2 = vec3f(0.0);
  var gR = vec3f(0.0);
  var gT = vec3f(0.0);
  let laps = lapsOfMatch();
  for (var lap = 0u; lap < laps; lap++) {
    let query = matchBlock(group * laps + lap, R, t, isFirstPass);
    let p = query.p;
    let found = query.found;
    if (laneOfQuery == 0u && found.slot != NO_SLOT) {
      let u = p - positionOf(found.slot);
      let q = quadraticAt(Pair(found.index, query.point, u, R));
      if (!q.flat) {
        let au = q.A * u;
        let r = au - q.b;
        matched += 1.0;
        weight += q.weight;
        squared += dot(au, u) - 2.0 * dot(q.b, u) + q.c;
        gR += cross(p, r);
        gT += r;
        // Columns of [p]x A, whose transpose is the lower left block.
        let m0 = cross(p, q.A[0]);
        let m1 = cross(p, q.A[1]);
        let m2 = cross(p, q.A[2]);
        tr0 += m0;
        tr1 += m1;
        tr2 += m2;
        tt0 += q.A[0].x;
        tt1 += q.A[1].xy;
        tt2 += q.A[2];
        // [p]x A [p]x^T: cross products of p with the rows of [p]x A.
        rr0 += p.y * m2.x - p.z * m1.x;
        rr1 += vec2f(p.y * m2.y - p.z * m1.y, p.z * m0.y - p.x * m2.y);
        rr2 += vec3f(p.y * m2.z - p.z * m1.z, p.z * m0.z - p.x * m2.z, p.x * m1.z - p.y * m0.z);
      }
    }
  }
  if (laneOfQuery == 0u) {
    let column = columnOfQuery();
    scratch[SYSTEM_COUNT * PITCH + column] = matched;
    scratch[SYSTEM_SQUARED * PITCH + column] = squared;
    scratch[SYSTEM_WEIGHT * PITCH + column] = weight;
    leave(SYSTEM_H, vec3f(rr0, rr1));
    leave(SYSTEM_H + 3u, rr2);
    leave(SYSTEM_H + 6u, tr0);
    scratch[(SYSTEM_H + 9u) * PITCH + column] = tt0;
    leave(SYSTEM_H + 10u, tr1);
    scratch[(SYSTEM_H + 13u) * PITCH + column] = tt1.x;
    scratch[(SYSTEM_H + 14u) * PITCH + column] = tt1.y;
    leave(SYSTEM_H + 15u, tr2);
    leave(SYSTEM_H + 18u, tt2);
    leave(SYSTEM_G, gR);
    leave(SYSTEM_G + 3u, gT);
  }
}
