// Finishes a match of a soft method: adds up the sums of the source points, evaluates the pose, takes the step by
// Horn's method and proceeds to the next temperature when the pose has converged (Tamaki alg. 2 and 3).
//   partials   see soft-sums.wgsl
// One workgroup of STEP_THREADS threads (override); POINTS_PER_SUM (override): source points of one of the sums. CPU twin: src-lab/soft/soft-annealing.ts. Needs rigid.wgsl, soft.wgsl,
// jacobi.wgsl, eigen4.wgsl.

// A multiple of COLUMNS.
override STEP_THREADS: u32 = 256;
override POINTS_PER_SUM: u32 = 8;
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

// Field by field: a copy of the whole state goes through slow memory.
fn finishMatch() {
  let before = run.state.T_target_source;
  let iterations = run.state.iterations;
  let k = run.state.k;
  let end = run.state.end;
  let stepsHere = run.state.stepsHere + 1u;
  let wayBefore = run.state.way;
  let ending = run.state.ending;
  if (run.state.stepped == 1u) {
    let total = sums[1].w;
    run.rms[iterations - 1u] = select(0.0, sqrt(sums[2].x / total), total > 0.0);
  }
  if (ending == 1u || !(sums[0].x > 0.0)) {
    run.state.stepped = 0u;
    if (ending == 0u) {
      run.state.stopped = TOO_FEW_MATCHES;
    }
    run.state.done = 1u;
    return;
  }
  let after = hornStep();
  let step = stepLength(before, after);
  let way = wayBefore + step;
  run.state.T_target_source = after;
  run.state.stepped = 1u;
  run.state.iterations = iterations + 1u;
  if (!(step < options.tolerance || stepsHere >= options.stepsPerTemperature)) {
    run.state.stepsHere = stepsHere;
    run.state.way = way;
    return;
  }
  let left = f32(options.temperatures - k - 1u);
  let isHard = sums[2].y >= HARD * sums[1].w;
  if (left > 0.0 && isHard && way * left < options.tolerance) {
    run.state.stopped = CONVERGED;
    run.state.ending = 1u;
  } else if (k + 1u < end) {
    run.state.k = k + 1u;
    run.state.temperature *= options.temperatureFactor;
  } else {
    run.state.ending = 1u;
  }
  run.state.stepsHere = 0u;
  run.state.way = 0.0;
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
  let groups = (options.sourceCount + POINTS_PER_SUM - 1u) / POINTS_PER_SUM;
  var sum = vec4f(0.0);
  if (column < SUM_STRIDE) {
    // Eight at a time, so that loads do not wait for one another.
    var group = thread / COLUMNS;
    for (; group + 7u * STEP_ROWS < groups; group += 8u * STEP_ROWS) {
      let a = partials[group * SUM_STRIDE + column];
      let b = partials[(group + STEP_ROWS) * SUM_STRIDE + column];
      let c = partials[(group + 2u * STEP_ROWS) * SUM_STRIDE + column];
      let d = partials[(group + 3u * STEP_ROWS) * SUM_STRIDE + column];
      let e = partials[(group + 4u * STEP_ROWS) * SUM_STRIDE + column];
      let f = partials[(group + 5u * STEP_ROWS) * SUM_STRIDE + column];
      let g = partials[(group + 6u * STEP_ROWS) * SUM_STRIDE + column];
      let h = partials[(group + 7u * STEP_ROWS) * SUM_STRIDE + column];
      sum += ((a + b) + (c + d)) + ((e + f) + (g + h));
    }
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
    run.state.sums[thread] = all;
  }
  workgroupBarrier();
  if (thread == 0u) {
    finishMatch();
  }
}
