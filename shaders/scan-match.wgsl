// One pass of scan matching against the submap: a thread processes some pixels, de-skews those used in matching, finds
// the plane of the bin that contains each and adds its weighted point-to-plane residual to the 6x6 system.
//
// A pass starts where the last one ended: every workgroup adds up the partial sums of the last pass and takes the step
// (bit-identical in all of them), so that no single-workgroup dispatch is needed between two passes. Passes after the
// end return at once, so that the host records the maximum number and reads back once.
//   points, normals, tally  see scan-points.wgsl, scan-normals.wgsl
//   columns        of the range image
//   planes         the submap, see scan-planes.wgsl
//   before, after  state and partial sums of the last pass and of this one; the host swaps them
//   result         state at the end and the sums before the last step
// Workgroup: WG threads (override). CPU twins: src-core/odometry/match/scan-matcher.ts, cpu-scan-aligner.ts, match-schedule.ts.
// Needs rigid.wgsl, scan-options.wgsl, scan-motion.wgsl, scan-bins.wgsl, scan-planes.wgsl, reduce.wgsl, last-pass.wgsl,
// cholesky6.wgsl, jacobi.wgsl, eigen3.wgsl, scan-weak.wgsl, scan-solve.wgsl.

const NOT_STARTED: u32 = 0;
const STEPPING: u32 = 1;
const DONE: u32 = 2;

struct State {
  phase: u32,
  iterations: u32,
  converged: u32,
  // Width of the robust kernel, m.
  kernel: f32,
  // The pose is predicted * away.
  away: Pose,
  // Motion over the whole rotation that the points are de-skewed with.
  motion: Velocity,
}

struct Pass {
  state: State,
  // Sums of each workgroup, PARTIAL_STRIDE apart.
  partials: array<f32>,
}

struct Result {
  state: State,
  sums: array<f32, 32>,
}

@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> normals: array<vec4f>;
@group(0) @binding(3) var<storage, read> tally: array<u32>;
@group(0) @binding(4) var<storage, read> columns: array<Column>;
@group(0) @binding(5) var<storage, read> planes: array<vec4u>;
@group(0) @binding(6) var<storage, read> before: Pass;
@group(0) @binding(7) var<storage, read_write> after: Pass;
@group(0) @binding(8) var<storage, read_write> result: Result;

// Written by the first thread, read by all after a barrier.
var<workgroup> state: State;
var<workgroup> done: u32;

// Motion within the rotation according to the current pose.
fn motionNow() -> Velocity {
  let step = logarithm(composed(options.step, state.away));
  return Velocity(options.perRotation * step.turn, options.perRotation * step.shift);
}

fn start() {
  state.phase = STEPPING;
  state.iterations = 0u;
  state.converged = 0u;
  state.kernel = options.opening;
  state.away = IDENTITY;
  state.motion = motionNow();
}

fn takeStep() {
  let step = stepWithPrior(state.away);
  state.away = composed(state.away, exponential(step.turn, step.shift));
  state.iterations++;
  state.kernel *= 0.5;
  let settled = length(step.shift) < options.translationTolerance && length(step.turn) < options.rotationTolerance;
  // Not before the kernel has closed and the points were de-skewed with the converged pose at least once.
  if (settled && state.iterations > options.minIterations && state.kernel < options.rangeSigma) {
    state.converged = 1u;
  }
  if (state.converged == 1u || state.iterations >= options.maxIterations) {
    state.phase = DONE;
  } else if (isDeskewedAt(state.iterations)) {
    state.motion = motionNow();
  }
}

// Must match DESKEW_AT of match-schedule.ts, after the start.
fn isDeskewedAt(iteration: u32) -> bool {
  return iteration == 2u || iteration == 5u;
}

// Takes the step and passes on the state; true if the run has ended.
fn beginPass(thread: u32, group: u32) -> bool {
  let phase = before.state.phase;
  if (phase == DONE) {
    if (group == 0u && thread == 0u) {
      after.state.phase = DONE;
    }
    return true;
  }
  if (phase == STEPPING) {
    sumLastPass(thread);
  }
  if (thread == 0u) {
    state = before.state;
    if (phase == STEPPING) {
      takeStep();
    } else {
      start();
    }
    done = select(0u, 1u, state.phase == DONE);
  }
  let isDone = workgroupUniformLoad(&done) == 1u;
  if (group == 0u) {
    if (thread == 0u) {
      after.state = state;
    }
    if (isDone && thread == 0u) {
      result.state = state;
    }
    if (isDone && thread < ROWS) {
      result.sums[thread] = total[thread];
    }
  }
  return isDone;
}

fn leave(row: u32, values: vec3f, thread: u32) {
  scratch[row * PITCH + thread] = values.x;
  scratch[(row + 1u) * PITCH + thread] = values.y;
  scratch[(row + 2u) * PITCH + thread] = values.z;
}

@compute @workgroup_size(WG)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3u) {
  if (beginPass(thread, group.x)) {
    return;
  }
  let T = composed(options.predicted, state.away);
  let toSensor = vec4f(-T.rotation.xyz, T.rotation.w);
  let kernel2 = state.kernel * state.kernel;
  var pixels = options.beams * options.columns;
  if (tally[0] * options.thinning < options.leastPoints) {
    pixels = 0u;
  }
  var counts = vec3f(0.0); // matched, inliers, squared
  // Lower triangle by blocks: rotation diagonal and below it, translation by rotation, translation.
  var rr = vec3f(0.0);
  var rrLow = vec3f(0.0);
  var tr0 = vec3f(0.0);
  var tr1 = vec3f(0.0);
  var tr2 = vec3f(0.0);
  var tt = vec3f(0.0);
  var ttLow = vec3f(0.0);
  var bR = vec3f(0.0);
  var bT = vec3f(0.0);
  var tilts = 0.0;
  for (var pixel = group.x * WG + thread; pixel < pixels; pixel += options.workgroups * WG) {
    let point = points[pixel];
    if (point.w != CHOSEN) {
      continue;
    }
    let p = deskewed(point.xyz, columns[pixel % options.columns], state.motion);
    let x = p + turnedBy(T.rotation, p) + T.translation;
    let plane = planeAt(x);
    if (!plane.found) {
      continue;
    }
    // Normal of the plane in the sensor frame.
    let l = plane.normal + turnedBy(toSensor, plane.normal);
    let own = normals[pixel].xyz;
    if (any(own != vec3f(0.0)) && abs(dot(own, l)) < options.minCosine) {
      continue;
    }
    let e = dot(x - plane.point, plane.normal);
    let e2 = e * e;
    let variance = options.rangeVariance + plane.sigma * plane.sigma;
    let scale2 = options.inlierSigmas2 * variance;
    counts += select(vec3f(1.0, 0.0, 0.0), vec3f(1.0, 1.0, e2), e2 < scale2);
    // Geman-McClure, see src-core/odometry/match/scan-matcher.ts.
    let width2 = max(scale2, kernel2);
    let ratio = width2 / (width2 + e2);
    let weight = ratio * ratio / variance;
    let lever = cross(p, l);
    let wLever = weight * lever;
    let wl = weight * l;
    rr += wLever * lever;
    rrLow += wLever.yzz * lever.xxy;
    tr0 += wl.x * lever;
    tr1 += wl.y * lever;
    tr2 += wl.z * lever;
    tt += wl * l;
    ttLow += wl.yzz * l.xxy;
    bR -= e * wLever;
    bT -= e * wl;
    tilts += weight * plane.tilt * plane.tilt;
  }
  leave(SUM_MATCHED, counts, thread);
  leave(SUM_H, vec3f(rr.x, rrLow.x, rr.y), thread);
  leave(SUM_H + 3u, vec3f(rrLow.y, rrLow.z, rr.z), thread);
  leave(SUM_H + 6u, tr0, thread);
  leave(SUM_H + 9u, vec3f(tt.x, tr1.x, tr1.y), thread);
  leave(SUM_H + 12u, vec3f(tr1.z, ttLow.x, tt.y), thread);
  leave(SUM_H + 15u, tr2, thread);
  leave(SUM_H + 18u, vec3f(ttLow.y, ttLow.z, tt.z), thread);
  leave(SUM_B, bR, thread);
  leave(SUM_B + 3u, bT, thread);
  scratch[SUM_TILT * PITCH + thread] = tilts;
  let sum = sumOfRow(thread);
  if (thread < ROWS) {
    after.partials[group.x * PARTIAL_STRIDE + thread] = sum;
  }
}
