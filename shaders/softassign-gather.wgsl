// Last column normalisation of softassign's matrix (Tamaki eq. 6), with the match sums of four source points in the
// same pass.
//   source, target   see soft.wgsl; the target's factors are the row factors
// Workgroup: WG threads (override). CPU twin: src-lab/soft/softassign.ts.
// Needs soft.wgsl, soft-lanes.wgsl, soft-sums.wgsl.

const QUANTITIES: u32 = 6;

@group(0) @binding(0) var<uniform> options: SoftOptions;
@group(0) @binding(1) var<storage, read> run: SoftRun;
@group(0) @binding(2) var<storage, read> source: array<vec4f>;
@group(0) @binding(3) var<storage, read> target_: array<vec4f>;

var<private> sum: vec4f;
var<private> squared: vec4f;
var<private> hardness: vec4f;
var<private> partner: Four;

fn addMatches(x: vec4f, d2: vec4f, scale: f32) {
  let m = x.w * exp2(scale * d2);
  sum += m;
  squared += m * d2;
  hardness += m * m;
  partner.x += m * x.x;
  partner.y += m * x.y;
  partner.z += m * x.z;
}

@compute @workgroup_size(WG)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) size: vec3u,
) {
  let place = workgroupNumber(id, size);
  let firstGroup = FOURS * place;
  if (run.state.done == 1u || 4u * firstGroup >= options.sourceCount) {
    return;
  }
  let four = thread / LANES;
  let lane = thread % LANES;
  let group = firstGroup + four;
  let last = options.sourceCount - 1u;
  let index = 4u * group + vec4u(0u, 1u, 2u, 3u);
  let a = source[min(index.x, last)];
  let b = source[min(index.y, last)];
  let c = source[min(index.z, last)];
  let d = source[min(index.w, last)];
  let y = Four(vec4f(a.x, b.x, c.x, d.x), vec4f(a.y, b.y, c.y, d.y), vec4f(a.z, b.z, c.z, d.z));
  let moved = movedFour(run.state.T_target_source, y);
  let scale = -LOG2_E / run.state.temperature;
  sum = vec4f(0.0);
  squared = vec4f(0.0);
  hardness = vec4f(0.0);
  partner = Four(vec4f(0.0), vec4f(0.0), vec4f(0.0));
  // Four at a time, so that loads do not wait for one another.
  var i = lane;
  for (; i + 3u * LANES < options.targetCount; i += 4u * LANES) {
    let x0 = target_[i];
    let x1 = target_[i + LANES];
    let x2 = target_[i + 2u * LANES];
    let x3 = target_[i + 3u * LANES];
    addMatches(x0, squaredDistances(moved, x0.xyz), scale);
    addMatches(x1, squaredDistances(moved, x1.xyz), scale);
    addMatches(x2, squaredDistances(moved, x2.xyz), scale);
    addMatches(x3, squaredDistances(moved, x3.xyz), scale);
  }
  for (; i < options.targetCount; i += LANES) {
    let x = target_[i];
    addMatches(x, squaredDistances(moved, x.xyz), scale);
  }
  lanes[thread] = sum;
  lanes[WG + thread] = squared;
  lanes[2u * WG + thread] = hardness;
  lanes[3u * WG + thread] = partner.x;
  lanes[4u * WG + thread] = partner.y;
  lanes[5u * WG + thread] = partner.z;
  sumLanes(thread);
  if (lane == 0u) {
    let all = summed(0u, four) + options.moutlier;
    let factor = select(vec4f(0.0), 1.0 / all, all > vec4f(0.0));
    let weight = factor * summed(0u, four);
    let matches = FourMatches(
      weight,
      Four(factor * summed(3u, four), factor * summed(4u, four), factor * summed(5u, four)),
      weight,
      factor * summed(1u, four),
      factor * factor * summed(2u, four),
    );
    leaveSums(four, y, matches, select(vec4f(0.0), vec4f(1.0), index <= vec4u(last)));
  }
  addSums(thread, place);
}
