// One normalisation of softassign's matrix (Tamaki eq. 5, 6): computes the factors of four points from those of all
// points of the other cloud, r_i = 1 / (sum_j exp(-d_ij^2 / T) c_j + o), with the entries recomputed.
//   own      points whose factors are computed
//   others   the other cloud
// Constants: ROWS for the target's points (rows of M), otherwise the source's; FIRST if the others' factors are still
// 1.
// Workgroup: WG threads (override). CPU twin: src-lab/soft/softassign.ts. Needs soft.wgsl, soft-lanes.wgsl.

override ROWS: bool = true;
override FIRST: bool = false;

const QUANTITIES: u32 = 1;

@group(0) @binding(0) var<uniform> options: SoftOptions;
@group(0) @binding(1) var<storage, read> run: SoftRun;
@group(0) @binding(2) var<storage, read_write> own: array<vec4f>;
@group(0) @binding(3) var<storage, read> others: array<vec4f>;

// Matrix entries of four points and another with its factor.
fn entries(four: Four, other: vec4f, scale: f32) -> vec4f {
  return select(other.w, 1.0, FIRST) * exp2(scale * squaredDistances(four, other.xyz));
}

@compute @workgroup_size(WG)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) size: vec3u,
) {
  let firstGroup = FOURS * workgroupNumber(id, size);
  let ownCount = select(options.sourceCount, options.targetCount, ROWS);
  let otherCount = select(options.targetCount, options.sourceCount, ROWS);
  if (run.state.done == 1u || 4u * firstGroup >= ownCount) {
    return;
  }
  let four = thread / LANES;
  let lane = thread % LANES;
  let group = firstGroup + four;
  let last = ownCount - 1u;
  let index = 4u * group + vec4u(0u, 1u, 2u, 3u);
  let a = own[min(index.x, last)];
  let b = own[min(index.y, last)];
  let c = own[min(index.z, last)];
  let d = own[min(index.w, last)];
  let points = Four(vec4f(a.x, b.x, c.x, d.x), vec4f(a.y, b.y, c.y, d.y), vec4f(a.z, b.z, c.z, d.z));
  let T_target_source = run.state.T_target_source;
  // Distances are the same in both frames: only the four points have to be transformed.
  var pose = T_target_source;
  if (ROWS) {
    pose = invertedPose(T_target_source);
  }
  let moved = movedFour(pose, points);
  let temperature = run.state.temperature;
  let scale = -LOG2_E / temperature;
  var sum = vec4f(0.0);
  // Eight at a time, so that loads do not wait for one another.
  var j = lane;
  for (; j + 7u * LANES < otherCount; j += 8u * LANES) {
    let other0 = others[j];
    let other1 = others[j + LANES];
    let other2 = others[j + 2u * LANES];
    let other3 = others[j + 3u * LANES];
    let other4 = others[j + 4u * LANES];
    let other5 = others[j + 5u * LANES];
    let other6 = others[j + 6u * LANES];
    let other7 = others[j + 7u * LANES];
    sum += entries(moved, other0, scale) + entries(moved, other1, scale);
    sum += entries(moved, other2, scale) + entries(moved, other3, scale);
    sum += entries(moved, other4, scale) + entries(moved, other5, scale);
    sum += entries(moved, other6, scale) + entries(moved, other7, scale);
  }
  for (; j + 3u * LANES < otherCount; j += 4u * LANES) {
    let other0 = others[j];
    let other1 = others[j + LANES];
    let other2 = others[j + 2u * LANES];
    let other3 = others[j + 3u * LANES];
    sum += entries(moved, other0, scale) + entries(moved, other1, scale);
    sum += entries(moved, other2, scale) + entries(moved, other3, scale);
  }
  for (; j < otherCount; j += LANES) {
    sum += entries(moved, others[j], scale);
  }
  lanes[thread] = sum;
  sumLanes(thread);
  var outlier = options.moutlier;
  if (ROWS) {
    outlier *= sqrt(temperature) / options.outlierUnit * exp(-options.alpha / temperature);
  }
  if (lane < 4u && 4u * group + lane < ownCount) {
    let all = summed(0u, four)[lane] + outlier;
    own[4u * group + lane].w = select(0.0, 1.0 / all, all > 0.0);
  }
}
