// Finishes a match of a soft method: adds up the sums of the source points, evaluates the pose, takes the step by
// Horn's method and proceeds to the next temperature when the pose has converged (Tamaki alg. 2 and 3).
//   partials   see soft-sums.wgsl
// One workgroup of STEP_THREADS threads (override). CPU twin: src-core/lab/soft/soft-annealing.ts. Needs rigid.wgsl, soft.wgsl,
// jacobi.wgsl, eigen4.wgsl.

// A multiple of COLUMNS.
override STEP_THREADS: u32 = 256;
// Adjacent threads that read one partial; SUM_STRIDE of them do.
const COLUMNS: u32 = 8;
// Partials that are read in parallel.
override STEP_ROWS: u32 = STEP_THREADS / COLUMNS;
const HARD: f32 = 0.5;

const CONVERGED: u32 = 1;
const TOO_FEW_MATCHES: u32 = 2;

@group(0) @binding(0) var<uniform> options: SoftOptions;
@group(0) @binding(1) var<storage, read_write> run: SoftRun;
@group(0) @binding(4) var<storage, read> partials: array<vec4f>;

var<workgroup> strips: array<vec4f, STEP_THREADS>;
var<workgroup> sums: array<vec4f, SUM_STRIDE>;
var<workgroup> done: u32;

// Horn's method from the sums; see src-core/math/horn.ts, whose p is y and whose q is x'.
fn hornStep() -> Pose {
  let n = sums[0].x;
  let y = sums[0].yzw / n;
  let x = sums[1].xyz / n;
  let nx = n * x;
  let Sx = vec3f(sums[3].xyz) - y.x * nx;
  let Sy = vec3f(sums[3].w, sums[4].xy) - y.y * nx;
  let Sz = vec3f(sums[4].zw, sums[5].x) - y.z * nx;
  let matrix = Symmetric4(
    vec4f(Sx.x + Sy.y + Sz.z, Sx.x - Sy.y - Sz.z, Sy.y - Sx.x - Sz.z, Sz.z - Sx.x - Sy.y),
    Sy.z - Sz.y,
    Sz.x - Sx.z,
    Sx.y - Sy.x,
    Sx.y + Sy.x,
    Sz.x + Sx.z,
    Sy.z + Sz.y,
  );
  let eigenvector = largestEigenvector(matrix, n * (dot(x, x) + dot(y, y)));
  let rotation = eigenvector.yzwx;
  return Pose(rotation, x - (y + turnedBy(rotation, y)));
}

fn stepLength(before: Pose, after: Pose) -> f32 {
  let turn = quaternionProduct(vec4f(-before.rotation.xyz, before.rotation.w), after.rotation);
  let angle = 2.0 * atan2(length(turn.xyz), abs(turn.w));
  return angle + distance(before.translation, after.translation) / options.spread;
}

fn afterMatch(state: SoftState) -> SoftState {
  var next = state;
  next.sums = sums;
  next.stepped = 0u;
  if (state.ending == 1u) {
    next.done = 1u;
    return next;
  }
  if (!(sums[0].x > 0.0)) {
    next.stopped = TOO_FEW_MATCHES;
    next.done = 1u;
    return next;
  }
  next.T_target_source = hornStep();
  next.stepped = 1u;
  next.iterations++;
  next.stepsHere++;
  let step = stepLength(state.T_target_source, next.T_target_source);
  next.way += step;
  if (step < options.tolerance || next.stepsHere >= options.stepsPerTemperature) {
    let left = f32(options.temperatures - state.k - 1u);
    let isHard = sums[2].y >= HARD * sums[1].w;
    if (left > 0.0 && isHard && next.way * left < options.tolerance) {
      next.stopped = CONVERGED;
      next.ending = 1u;
    } else if (state.k + 1u < state.end) {
      next.k++;
      next.temperature *= options.temperatureFactor;
    } else {
      next.ending = 1u;
    }
    next.stepsHere = 0u;
    next.way = 0.0;
  }
  return next;
}

@compute @workgroup_size(STEP_THREADS)
fn main(@builtin(local_invocation_index) thread: u32) {
  if (thread == 0u) {
    done = run.state.done;
  }
  if (workgroupUniformLoad(&done) == 1u) {
    return;
  }
  let column = thread % COLUMNS;
  let groups = (options.sourceCount + 3u) / 4u;
  var sum = vec4f(0.0);
  if (column < SUM_STRIDE) {
    // Four at a time, so that loads do not wait for one another.
    var group = thread / COLUMNS;
    for (; group + 3u * STEP_ROWS < groups; group += 4u * STEP_ROWS) {
      let a = partials[group * SUM_STRIDE + column];
      let b = partials[(group + STEP_ROWS) * SUM_STRIDE + column];
      let c = partials[(group + 2u * STEP_ROWS) * SUM_STRIDE + column];
      let d = partials[(group + 3u * STEP_ROWS) * SUM_STRIDE + column];
      sum += (a + b) + (c + d);
    }
    for (; group < groups; group += STEP_ROWS) {
      sum += partials[group * SUM_STRIDE + column];
    }
  }
  strips[thread] = sum;
  workgroupBarrier();
  if (thread < SUM_STRIDE) {
    var all = vec4f(0.0);
    for (var strip = thread; strip < STEP_THREADS; strip += COLUMNS) {
      all += strips[strip];
    }
    sums[thread] = all;
  }
  workgroupBarrier();
  if (thread == 0u) {
    let state = run.state;
    if (state.stepped == 1u) {
      let total = sums[1].w;
      run.rms[state.iterations - 1u] = select(0.0, sqrt(sums[2].x / total), total > 0.0);
    }
    run.state = afterMatch(state);
  }
}
