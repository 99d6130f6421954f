// E step of EM-ICP (Tamaki eq. 8, 9 and 11): LANES threads weight the pairs of four source points with the whole target
// and write their sums. Each row is relative to its nearest point; otherwise f32 would underflow.
//   source, target   see soft.wgsl; the factors are not used
// Workgroup: WG threads (override). CPU twin: src-core/lab/soft/em-icp.ts.
// Needs soft.wgsl, soft-lanes.wgsl, soft-sums.wgsl.

const QUANTITIES: u32 = 7;
// Beyond this the outlier weight is e^80 times that of the nearest point.
const LARGEST_EXPONENT: f32 = 80.0;

@group(0) @binding(0) var<uniform> options: SoftOptions;
@group(0) @binding(1) var<storage, read> run: SoftRun;
@group(0) @binding(2) var<storage, read> source: array<vec4f>;
@group(0) @binding(3) var<storage, read> target_: array<vec4f>;

// Minimum over the threads that share four points: over SHARES neighbours first, then over their results.
fn nearestOfLanes(thread: u32, value: vec4f) -> vec4f {
  lanes[thread] = value;
  workgroupBarrier();
  if (thread < WG / SHARES) {
    var least = lanes[thread * SHARES];
    for (var k = 1u; k < SHARES; k++) {
      least = min(least, lanes[thread * SHARES + k]);
    }
    shares[thread] = least;
  }
  workgroupBarrier();
  let first = (thread - thread % LANES) / SHARES;
  var nearest = shares[first];
  for (var k = 1u; k < LANES / SHARES; k++) {
    nearest = min(nearest, shares[first + k]);
  }
  workgroupBarrier();
  return nearest;
}

var<private> sum: vec4f;
var<private> squared: vec4f;
var<private> hardness: vec4f;
var<private> lambda: vec4f;
var<private> partner: Four;

fn addMatches(x: vec3f, d2: vec4f, near: vec4f, scale: f32) {
  let root = exp2(scale * (d2 - near));
  let weight = root * root;
  sum += weight;
  squared += weight * d2;
  hardness += weight * weight;
  lambda += root;
  partner.x += root * x.x;
  partner.y += root * x.y;
  partner.z += root * x.z;
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

  var near = vec4f(3.4e38);
  let lastTarget = options.targetCount - 1u;
  // Four at a time, so that loads do not wait for one another; the last point may be repeated.
  for (var j = lane; j < options.targetCount; j += 4u * LANES) {
    let x0 = target_[j].xyz;
    let x1 = target_[min(j + LANES, lastTarget)].xyz;
    let x2 = target_[min(j + 2u * LANES, lastTarget)].xyz;
    let x3 = target_[min(j + 3u * LANES, lastTarget)].xyz;
    near = min(near, min(squaredDistances(moved, x0), squaredDistances(moved, x1)));
    near = min(near, min(squaredDistances(moved, x2), squaredDistances(moved, x3)));
  }
  near = nearestOfLanes(thread, near);

  let sigma2 = run.state.temperature;
  let scale = -0.5 * LOG2_E / sigma2;
  sum = vec4f(0.0);
  squared = vec4f(0.0);
  hardness = vec4f(0.0);
  lambda = vec4f(0.0);
  partner = Four(vec4f(0.0), vec4f(0.0), vec4f(0.0));
  var j = lane;
  for (; j + LANES < options.targetCount; j += 2u * LANES) {
    let x0 = target_[j].xyz;
    let x1 = target_[j + LANES].xyz;
    addMatches(x0, squaredDistances(moved, x0), near, scale);
    addMatches(x1, squaredDistances(moved, x1), near, scale);
  }
  if (j < options.targetCount) {
    let x = target_[j].xyz;
    addMatches(x, squaredDistances(moved, x), near, scale);
  }
  lanes[thread] = sum;
  lanes[WG + thread] = squared;
  lanes[2u * WG + thread] = hardness;
  lanes[3u * WG + thread] = lambda;
  lanes[4u * WG + thread] = partner.x;
  lanes[5u * WG + thread] = partner.y;
  lanes[6u * WG + thread] = partner.z;
  sumLanes(thread);
  if (lane == 0u) {
    let exponent = (near - options.d02) / sigma2;
    let C = summed(0u, four) + exp(min(exponent, vec4f(LARGEST_EXPONENT)));
    let inverse = select(1.0 / C, vec4f(0.0), exponent > vec4f(LARGEST_EXPONENT));
    let root = sqrt(inverse);
    let matches = FourMatches(
      root * summed(3u, four),
      Four(root * summed(4u, four), root * summed(5u, four), root * summed(6u, four)),
      inverse * summed(0u, four),
      inverse * summed(1u, four),
      inverse * inverse * summed(2u, four),
    );
    leaveSums(four, y, matches, select(vec4f(0.0), vec4f(1.0), index <= vec4u(last)));
  }
  addSums(thread, place);
}
