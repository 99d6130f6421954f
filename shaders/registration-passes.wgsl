// Start and end of a registration pass. A pass evaluates one pose: it matches every source point and accumulates the
// sums that a step from there needs. It starts where the last one ended: every workgroup adds up the partial sums of
// the last pass and takes the step (bit-identical in all of them), so that no single-workgroup dispatch is needed
// between two passes. Passes after the end return at once, so that the host can record many and read back once.
// The method's file evaluates the sums; it defines
//   fn afterPass()
// CPU twin: src-lab/methods/iterate.ts. Needs registration.wgsl, lanes.wgsl, last-pass.wgsl and ROWS.

// Written by the first thread, read by all after a barrier.
var<workgroup> state: State;
var<workgroup> keepSums: bool;
var<workgroup> done: u32;

var<private> isFirstGroup: bool;

// Adds the values at scratch[row * PITCH + query] to the sums of this pass.
fn endPass(thread: u32, group: u32) {
  let sum = sumOfRow(thread);
  if (thread < ROWS) {
    after.partials[group * PARTIAL_STRIDE + thread] = sum;
  }
}

fn stop(why: u32) {
  state.phase = DONE;
  state.stopped = why;
}

// Stops because the trial pose has fewer matches than a transform needs.
fn stopForTooFew(matches: f32) {
  if (state.phase == FIRST_PASS) {
    state.matches = matches;
  }
  stop(TOO_FEW_MATCHES);
}

// Accepts the trial pose, and stops if a rule of the thesis (3.3.8) applies.
fn keepTried(matches: f32, rms: f32, objective: f32) {
  let change = abs(rms - state.rms);
  let stepped = state.phase == STEPPING;
  keepSums = true;
  state.kept = state.tried;
  state.matches = matches;
  state.rms = rms;
  state.objective = objective;
  state.phase = STEPPING;
  state.iterations += select(0u, 1u, stepped);
  if (rms < options.rmsThreshold) {
    stop(ERROR_THRESHOLD);
  } else if (stepped && change < options.rmsTolerance) {
    stop(CONVERGED);
  } else if (state.iterations >= options.maxIterations) {
    stop(ITERATION_LIMIT);
  }
}

// Takes the step and passes on the state; true if the run has ended.
fn beginPass(thread: u32, group: u32) -> bool {
  takePlace(thread);
  isFirstGroup = group == 0u;
  let phase = before.state.phase;
  if (phase == DONE) {
    if (group == 0u && thread == 0u) {
      after.state.phase = DONE;
    }
    return true;
  }
  if (phase != NOT_STARTED) {
    sumLastPass(thread);
  }
  if (thread == 0u) {
    state = before.state;
    keepSums = false;
    if (phase == NOT_STARTED) {
      state.phase = FIRST_PASS;
      state.tried = options.start;
    } else {
      state.passNumber += 1u;
      afterPass();
    }
    done = select(0u, 1u, state.phase == DONE);
  }
  let isDone = workgroupUniformLoad(&done) == 1u;
  if (isFirstGroup) {
    handOn(thread, isDone);
  }
  return isDone;
}

fn handOn(thread: u32, isDone: bool) {
  if (thread < PARTIAL_STRIDE) {
    var sum = before.sums[thread];
    if (keepSums) {
      sum = total[thread];
    }
    after.sums[thread] = sum;
    if (isDone) {
      history.sums[thread] = sum;
    }
  }
  if (thread == 0u) {
    after.state = state;
    if (state.iterations > before.state.iterations) {
      history.rms[state.iterations - 1u] = state.rms;
    }
    // At the start, so that a host that reads before the end finds no other run.
    if (isDone || state.phase == FIRST_PASS) {
      history.state = state;
    }
  }
}

// Blocks of queries that each workgroup matches.
fn lapsOfMatch() -> u32 {
  let blocks = (slotsToMatch() + QUERIES - 1u) / QUERIES;
  return (blocks + workgroupsOfMatch() - 1u) / workgroupsOfMatch();
}

// Column of `scratch` for the contribution of a query's first lane to the sums.
fn columnOfQuery() -> u32 {
  return threadOfWorkgroup / LANES;
}

fn leave(row: u32, values: vec3f) {
  let column = columnOfQuery();
  scratch[row * PITCH + column] = values.x;
  scratch[(row + 1u) * PITCH + column] = values.y;
  scratch[(row + 2u) * PITCH + column] = values.z;
}
