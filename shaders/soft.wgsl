// Shared definitions of the soft-method kernels. LANES threads of a workgroup of WG process four points, one per vector
// component, and divide the points of the other cloud; the N x M matrix is never stored.
//   options   of this run
//   run       state of the annealing; passes after its end return at once, so that the host records many and reads once
// Points are xyz (m, each cloud centred on its mean) and a factor. Needs rigid.wgsl.
// CPU twin: src-lab/soft/soft-annealing.ts.

override WG: u32 = 64;
// Threads that share four points: a multiple of 8 that divides WG.
override LANES: u32 = 64;
// Groups of four points per workgroup.
override FOURS: u32 = WG / LANES;
// vec4f of the sums per workgroup, see soft-sums.wgsl.
const SUM_STRIDE: u32 = 7;
const LOG2_E: f32 = 1.4426950408889634;

struct SoftOptions {
  sourceCount: u32,
  targetCount: u32,
  // Number of temperatures of the annealing, and its other parameters: see Schedule.
  temperatures: u32,
  stepsPerTemperature: u32,
  temperatureFactor: f32,
  tolerance: f32,
  // Root mean square distance of the source from its mean, m.
  spread: f32,
  // EM-ICP: squared distance beyond which a point is an outlier, m^2.
  d02: f32,
  // The same: squared distance of the target's farthest point from its mean, m^2.
  farthest2: f32,
  // Softassign: squared distance up to which a match is preferred to none (m^2), and the initial outlier value.
  alpha: f32,
  moutlier: f32,
  // Length that counts as one in the weight of the outlier row, m.
  outlierUnit: f32,
}

struct SoftState {
  T_target_source: Pose,
  // sigma_p^2 or T, m^2.
  temperature: f32,
  // Index of the temperature, and of the first one excluded from this run.
  k: u32,
  end: u32,
  stepsHere: u32,
  // Displacement of the pose at this temperature, as a fraction of the spread.
  way: f32,
  iterations: u32,
  // 1 after a pose step: the next match evaluates it.
  stepped: u32,
  // 1 if the next match is the last, and 1 after it.
  ending: u32,
  done: u32,
  // Stop reason; 0 if the temperature schedule was completed.
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

// Dispatches of more than WebGPU's 65535 workgroups continue in y.
fn workgroupNumber(id: vec3u, size: vec3u) -> u32 {
  return id.y * size.x + id.x;
}
