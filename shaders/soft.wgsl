// What the kernels of the soft methods share. LANES threads of a workgroup of WG take four points, one in each component
// of their vectors, and share out the points of the other cloud; the N x M matrix is never stored.
//   options   of this call
//   run       where the annealing is; passes after its end return at once, so that the host records many and reads once
// Points are xyz (m, each cloud about its own mean) and a factor. Needs rigid.wgsl.
// CPU twin: src-core/lab/soft/soft-annealing.ts.

override WG: u32 = 64;
// Threads that take four points together: a multiple of 8 that divides WG.
override LANES: u32 = 64;
// Times four points that a workgroup takes.
override FOURS: u32 = WG / LANES;
// vec4f of the sums that four points leave, see soft-sums.wgsl.
const SUM_STRIDE: u32 = 7;
const LOG2_E: f32 = 1.4426950408889634;

struct SoftOptions {
  sourceCount: u32,
  targetCount: u32,
  // Temperatures of the whole annealing, and its other rules: see Schedule.
  temperatures: u32,
  stepsPerTemperature: u32,
  temperatureFactor: f32,
  tolerance: f32,
  // Root mean square distance of the source from its mean, m.
  spread: f32,
  // EM-ICP: squared distance beyond which a point is an outlier, m^2.
  d02: f32,
  // Softassign: squared distance up to which a match is better than none (m^2), and the outliers' first value.
  alpha: f32,
  moutlier: f32,
}

struct SoftState {
  T_target_source: Pose,
  // sigma_p^2 or T, m^2.
  temperature: f32,
  // Number of the temperature, and of the first one that this run leaves out.
  k: u32,
  end: u32,
  stepsHere: u32,
  // Way of the pose at this temperature, as a part of the spread.
  way: f32,
  iterations: u32,
  // 1 after a step of the pose: the next match judges it.
  stepped: u32,
  // 1 where the next match is the last, and 1 after it.
  ending: u32,
  done: u32,
  // Why to go no further; 0 where the temperatures came to their end.
  stopped: u32,
  sums: array<vec4f, SUM_STRIDE>,
}

struct SoftRun {
  state: SoftState,
  // After each iteration, m.
  rms: array<f32>,
}

// Four points.
struct Four {
  x: vec4f,
  y: vec4f,
  z: vec4f,
}

fn squaredDistances(four: Four, p: vec3f) -> vec4f {
  let dx = p.x - four.x;
  let dy = p.y - four.y;
  let dz = p.z - four.z;
  return dx * dx + dy * dy + dz * dz;
}

fn movedFour(pose: Pose, four: Four) -> Four {
  let R = rotationMatrix(pose.rotation);
  let t = pose.translation;
  return Four(
    R[0].x * four.x + R[1].x * four.y + R[2].x * four.z + t.x,
    R[0].y * four.x + R[1].y * four.y + R[2].y * four.z + t.y,
    R[0].z * four.x + R[1].z * four.y + R[2].z * four.z + t.z,
  );
}

fn invertedPose(pose: Pose) -> Pose {
  let back = vec4f(-pose.rotation.xyz, pose.rotation.w);
  return Pose(back, -(pose.translation + turnedBy(back, pose.translation)));
}

// Dispatches wider than WebGPU's 65535 workgroups go on in y.
fn workgroupNumber(id: vec3u, size: vec3u) -> u32 {
  return id.y * size.x + id.x;
}
