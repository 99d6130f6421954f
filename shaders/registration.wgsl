// What the registration kernels share: their bindings, what is kept from pass to pass, and how a pass begins and ends.
//
// One dispatch is one pass: it evaluates one pose, matching every source point and summing up what a step from there
// needs. The pass begins where the last one ended: every workgroup adds up the partial sums of the last pass and takes
// the step (all of them the same, bit by bit), so that no dispatch of one lonely workgroup stands between two passes.
// Passes after the end return at once, so that the host records many and reads back once.
//   options   of this call
//   source    slots of the source, see match.wgsl; m, about the source's mean
//   slots     target by slot, see match.wgsl; m, about the target's mean
//   structure of the search
//   surface   what is known of the surface at each element, by index
//   hints     target's slot of the last match of each source slot
//   before, after  state and partial sums of the last pass and of this one; the host swaps them
//   history   state at the end, rms of each iteration (m)
// Workgroup: WG threads (override), LANES of them for a query, see lanes.wgsl.
// CPU twin: src-core/registration/iterate.ts. Needs rigid.wgsl, match.wgsl, lanes.wgsl, boxes.wgsl, last-pass.wgsl
// and ROWS.

override WG: u32 = 256;

const NOT_STARTED: u32 = 0;
const FIRST_PASS: u32 = 1;
const STEPPING: u32 = 2;
const DONE: u32 = 3;

const CONVERGED: u32 = 1;
const ERROR_THRESHOLD: u32 = 2;
const ITERATION_LIMIT: u32 = 3;
const NO_DESCENT: u32 = 4;
const TOO_FEW_MATCHES: u32 = 5;

const LEAST_PAIRS: f32 = 3.0;

struct Options {
  start: Pose,
  // Of the target, where it has boxes.
  tree: Tree,
  sourceCount: u32,
  targetCount: u32,
  // Nodes of the tree that have children.
  innerNodes: u32,
  workgroups: u32,
  maxIterations: u32,
  rmsTolerance: f32,
  rmsThreshold: f32,
  // Squared distance of pairs that still count, m^2.
  maxSquared: f32,
  // 1 to shorten steps by the Armijo rule, 0 to take each whole.
  lineSearch: u32,
  armijoShrink: f32,
  armijoDecrease: f32,
  // 1 where an element without a normal matches nothing.
  skipFlat: u32,
}

struct State {
  phase: u32,
  iterations: u32,
  stopped: u32,
  // Of the pose that is kept: matches, rms (m), objective (m^2).
  matches: f32,
  rms: f32,
  objective: f32,
  // Decrease of the objective that the whole step promises, m^2, and the part of the step that is tried.
  promised: f32,
  alpha: f32,
  kept: Pose,
  tried: Pose,
  // The whole step as a twist.
  turn: vec3f,
  shift: vec3f,
}

struct Pass {
  state: State,
  // Sums at the pose that is kept.
  sums: array<f32, 32>,
  // Sums of each workgroup at the pose that is tried, PARTIAL_STRIDE apart.
  partials: array<f32>,
}

struct History {
  state: State,
  sums: array<f32, 32>,
  rms: array<f32>,
}

@group(0) @binding(0) var<uniform> options: Options;
@group(0) @binding(1) var<storage, read> source: array<vec4u>;
@group(0) @binding(2) var<storage, read> slots: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> hints: array<u32>;
@group(0) @binding(6) var<storage, read> before: Pass;
@group(0) @binding(7) var<storage, read_write> after: Pass;
@group(0) @binding(8) var<storage, read_write> history: History;

// Written by the first thread, read by all after a barrier.
var<workgroup> state: State;
var<workgroup> keepSums: bool;
var<workgroup> done: u32;

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

// The pose that was tried has fewer matches than a transform needs.
fn stopForTooFew(matches: f32) {
  if (state.phase == FIRST_PASS) {
    state.matches = matches;
  }
  stop(TOO_FEW_MATCHES);
}

// Keeps the pose that was tried, and stops where a rule of the thesis (3.3.8) says so.
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

// Takes the step and hands on the state; true where nothing is left to do.
fn beginPass(thread: u32, group: u32) -> bool {
  takePlace(thread);
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
      afterPass();
    }
    done = select(0u, 1u, state.phase == DONE);
  }
  let isDone = workgroupUniformLoad(&done) == 1u;
  if (group == 0u) {
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
    if (isDone) {
      history.state = state;
    }
  }
}

// Where the search starts: the last match, or nothing in the first pass.
fn lastMatch(i: u32, p: vec3f, firstPass: bool) -> Match {
  let none = noMatch(options.maxSquared);
  if (firstPass) {
    return none;
  }
  let slot = hints[i];
  if (slot == NO_SLOT) {
    return none;
  }
  return nearer(none, p, slot);
}

struct Query {
  // Place under the pose, m, and its match.
  p: vec3f,
  found: Match,
}

// Matches the block's points, those of a query's lanes together; slot NO_SLOT where there is none.
fn matchBlock(number: u32, R: mat3x3f, t: vec3f, isFirstPass: bool) -> Query {
  let i = number * QUERIES + threadOfWorkgroup / LANES;
  let wanted = i < options.sourceCount;
  var p = vec3f(0.0);
  var near = noMatch(options.maxSquared);
  if (wanted) {
    p = R * bitcast<vec3f>(source[i].xyz) + t;
    near = lastMatch(i, p, isFirstPass);
  }
  let found = nearestOfLanes(nearest(p, wanted, near, isFirstPass));
  if (!wanted) {
    return Query(p, noMatch(0.0));
  }
  if (laneOfQuery == 0u) {
    hints[i] = found.slot;
  }
  return Query(p, found);
}

// The column of `scratch` for what the first lane of a query adds to the sums.
fn columnOfQuery() -> u32 {
  return threadOfWorkgroup / LANES;
}

fn leave(row: u32, values: vec3f) {
  let column = columnOfQuery();
  scratch[row * PITCH + column] = values.x;
  scratch[(row + 1u) * PITCH + column] = values.y;
  scratch[(row + 2u) * PITCH + column] = values.z;
}
