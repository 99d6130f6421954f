// E step of EM-ICP (Tamaki eq. 8, 9 and 11): LANES threads weight the pairs of four source points with the whole target
// and write their sums. Each row is relative to its nearest point; otherwise f32 would underflow.
//   source, target   see soft.wgsl; the factor of a target point is its squared distance from the origin, m^2
// Workgroup: WG threads (override). CPU twin: src-lab/soft/em-icp.ts.
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

// Relative f32 rounding of the distances of `nearestExpanded`, with room to spare.
const EXPANDED_ROUNDING: f32 = 1e-6;

// Squared distances of p from four points to their nearest, m^2.
fn nearestExact(moved: Four, lane: u32) -> vec4f {
  var near = vec4f(3.4e38);
  let last = options.targetCount - 1u;
  // Four at a time, so that loads do not wait for one another; the last point may be repeated.
  for (var j = lane; j < options.targetCount; j += 4u * LANES) {
    let x0 = target_[j].xyz;
    let x1 = target_[min(j + LANES, last)].xyz;
    let x2 = target_[min(j + 2u * LANES, last)].xyz;
    let x3 = target_[min(j + 3u * LANES, last)].xyz;
    near = min(near, min(squaredDistances(moved, x0), squaredDistances(moved, x1)));
    near = min(near, min(squaredDistances(moved, x2), squaredDistances(moved, x3)));
  }
  return near;
}

// |x|^2 - 2 p x, m^2: what of the squared distances depends on x. back: -2 p.
fn expanded(back: Four, x: vec4f) -> vec4f {
  return fma(back.x, vec4f(x.x), fma(back.y, vec4f(x.y), fma(back.z, vec4f(x.z), vec4f(x.w))));
}

// The same at three operations instead of six a pair, for distances in which rounding may cancel digits.
fn nearestExpanded(moved: Four, squares: vec4f, lane: u32) -> vec4f {
  let back = Four(-2.0 * moved.x, -2.0 * moved.y, -2.0 * moved.z);
  var near = vec4f(3.4e38);
  let last = options.targetCount - 1u;
  for (var j = lane; j < options.targetCount; j += 4u * LANES) {
    let x0 = target_[j];
    let x1 = target_[min(j + LANES, last)];
    let x2 = target_[min(j + 2u * LANES, last)];
    let x3 = target_[min(j + 3u * LANES, last)];
    near = min(near, min(expanded(back, x0), expanded(back, x1)));
    near = min(near, min(expanded(back, x2), expanded(back, x3)));
  }
  return near + squares;
}

// @param offset minus `scale` times the reference of each row
fn addMatches(x: vec3f, d2: vec4f, offset: vec4f, scale: f32) {
  let root = exp2(fma(vec4f(scale), d2, offset));
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

  let sigma2 = run.state.temperature;
  // What a row is relative to cancels out, so that it need not be the nearest to the last digit: by as much as a
  // temperature off, it changes no weight by more than a factor that f32 has room for.
  let squares = moved.x * moved.x + moved.y * moved.y + moved.z * moved.z;
  let farthest = max(max(squares.x, squares.y), max(squares.z, squares.w)) + options.farthest2;
  var near: vec4f;
  if (EXPANDED_ROUNDING * farthest < sigma2) {
    near = nearestExpanded(moved, squares, lane);
  } else {
    near = nearestExact(moved, lane);
  }
  near = nearestOfLanes(thread, near);

  let scale = -0.5 * LOG2_E / sigma2;
  let offset = -scale * near;
  sum = vec4f(0.0);
  squared = vec4f(0.0);
  hardness = vec4f(0.0);
  lambda = vec4f(0.0);
  partner = Four(vec4f(0.0), vec4f(0.0), vec4f(0.0));
  var j = lane;
  for (; j + LANES < options.targetCount; j += 2u * LANES) {
    let x0 = target_[j].xyz;
    let x1 = target_[j + LANES].xyz;
    addMatches(x0, squaredDistances(moved, x0), offset, scale);
    addMatches(x1, squaredDistances(moved, x1), offset, scale);
  }
  if (j < options.targetCount) {
    let x = target_[j].xyz;
    addMatches(x, squaredDistances(moved, x), offset, scale);
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
