// Log-likelihood of the source under the blurred target in each of four poses: a workgroup processes source points in a
// strided loop, transforms each by the four poses, and divides the target among its threads.
//   turns         the poses, and the blur
//   source, target   see soft.wgsl; the factors are not used
//   likelihoods   per workgroup, of the four poses
// Workgroup: WG threads (override), all LANES of one point. CPU twin: src-lab/soft/half-turns.ts.
// Needs rigid.wgsl, soft.wgsl, soft-lanes.wgsl.

const QUANTITIES: u32 = 1;

struct Turns {
  poses: array<Pose, 4>,
  sourceCount: u32,
  targetCount: u32,
  workgroups: u32,
  // Squared blur, m^2.
  blur2: f32,
  // Likelihood floor, added under the logarithm.
  floor: f32,
}

@group(0) @binding(0) var<uniform> turns: Turns;
@group(0) @binding(2) var<storage, read> source: array<vec4f>;
@group(0) @binding(3) var<storage, read> target_: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> likelihoods: array<vec4f>;

fn inPoses(p: vec3f) -> Four {
  let a = p + turnedBy(turns.poses[0].rotation, p) + turns.poses[0].translation;
  let b = p + turnedBy(turns.poses[1].rotation, p) + turns.poses[1].translation;
  let c = p + turnedBy(turns.poses[2].rotation, p) + turns.poses[2].translation;
  let d = p + turnedBy(turns.poses[3].rotation, p) + turns.poses[3].translation;
  return Four(vec4f(a.x, b.x, c.x, d.x), vec4f(a.y, b.y, c.y, d.y), vec4f(a.z, b.z, c.z, d.z));
}

@compute @workgroup_size(WG)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) id: vec3u) {
  let scale = -LOG2_E / turns.blur2;
  var likelihood = vec4f(0.0);
  for (var i = id.x; i < turns.sourceCount; i += turns.workgroups) {
    let moved = inPoses(source[i].xyz);
    var sum = vec4f(0.0);
    for (var j = thread; j < turns.targetCount; j += LANES) {
      sum += exp2(scale * squaredDistances(moved, target_[j].xyz));
    }
    lanes[thread] = sum;
    sumLanes(thread);
    likelihood += log(summed(0u, 0u) + turns.floor);
    workgroupBarrier();
  }
  if (thread == 0u) {
    likelihoods[id.x] = likelihood;
  }
}
