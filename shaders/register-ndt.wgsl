// One pass of NDT, point to distribution (Magnusson 2009, algorithm 2): a thread processes some source points, transforms
// each by the trial pose, and adds its score in the distributions of the voxels there (eq. 6.9) with the gradient (6.12)
// and the Hessian (6.13). A step that does not lower the cost enough is shortened, and the next pass tries that. Where
// the Hessian is not positive definite, or its step finds nothing lower, one more pass at the accepted pose sums the
// Gauss-Newton matrix instead; and so does one at the end, for the normal matrix of the result.
//   structure, slots  voxels by their coordinates and mean places (m), see voxel-lookup.wgsl
//   surface           distribution of each voxel, see voxel-distribution.wgsl
// Bindings and units: registration.wgsl. Workgroup: WG threads (override).
// CPU twins: src-lab/methods/ndt-minimiser.ts, ndt-score.ts.
// Needs registration-passes.wgsl, normal-equations.wgsl, voxel-lookup.wgsl.

@group(0) @binding(4) var<storage, read> surface: array<vec4f>;

// Phases beyond those of registration.wgsl: passes that sum the Gauss-Newton matrix at the accepted pose.
const SAFE_PASS: u32 = 4;
const LAST_PASS: u32 = 5;

// Shortest step to try, as a fraction of the longest.
const SHORTEST_STEP: f32 = 1e-4;
// Promised decrease of the cost, as a share of it, below which a pose without a better one is the minimum.
const MINIMUM: f32 = 1e-6;
// Share of a perfect pair's score below which a pair adds nothing.
const FAR: f32 = 1e-12;
// Relative difference between f32 sums of the same terms: a smaller increase cannot be distinguished from rounding.
const SUM_ROUNDING: f32 = 2e-6;

// Rows of the sums besides those of normal-equations.wgsl: SYSTEM_WEIGHT has the sum of exp(-d2/2 x.B x), and
// SYSTEM_SQUARED that of it times thickness and x.B x (m^2), or in a pass for the Gauss-Newton matrix times thickness only.

fn slotsToMatch() -> u32 {
  return options.sourceCount;
}

fn workgroupsOfMatch() -> u32 {
  return options.workgroups;
}

// Sums the Gauss-Newton matrix at the accepted pose in the next pass.
fn passAtKept(phase: u32) {
  state.phase = phase;
  state.tried = state.kept;
}

fn tryFraction(alpha: f32) {
  state.alpha = alpha;
  let step = exponential(alpha * state.turn, alpha * twistShift(state.turn, state.shift));
  state.tried = composed(step, state.kept);
}

// Root mean square by which a step moves the points, to first order, m; their mean is the origin of their frame.
fn displacementBy(step: Twist) -> f32 {
  let R = rotationMatrix(state.kept.rotation);
  let w = step.rotation * R;
  let L = mat3x3f(
    vec3f(options.leverDiagonal.x, options.leverMixed.xy),
    vec3f(options.leverMixed.x, options.leverDiagonal.y, options.leverMixed.z),
    vec3f(options.leverMixed.yz, options.leverDiagonal.z),
  );
  let middle = cross(step.rotation, state.kept.translation) + step.translation;
  return sqrt(max(0.0, dot(w, L * w)) + dot(middle, middle));
}

// Newton's step, or Gauss-Newton's, from the sums; eq. 6.11.
fn beginStep(isSafe: bool) {
  let step = newtonStep();
  state.isSafe = select(0u, 1u, isSafe);
  state.turn = step.rotation;
  state.shift = step.translation;
  state.promised = promisedBy(step);
  state.longest = min(1.0, edgeOfVoxels() / displacementBy(step));
  state.phase = STEPPING;
  tryFraction(state.longest);
}

// Evaluates the sums at the trial pose.
fn afterPass() {
  if (state.phase == LAST_PASS) {
    keepSums = true;
    state.phase = DONE;
    return;
  }
  if (state.phase == SAFE_PASS) {
    beginStep(true);
    return;
  }
  let matched = total[SYSTEM_COUNT];
  let cost = options.scoreD1 * total[SYSTEM_WEIGHT];
  if (state.phase == STEPPING) {
    let promised = -options.armijoDecrease * state.alpha * state.promised;
    if (!(cost - state.objective <= promised + SUM_ROUNDING * abs(state.objective))) {
      let shorter = state.alpha * options.armijoShrink;
      if (shorter > SHORTEST_STEP * state.longest) {
        tryFraction(shorter);
      } else if (state.isSafe == 0u) {
        passAtKept(SAFE_PASS);
      } else {
        stop(select(NO_DESCENT, CONVERGED, 0.5 * state.promised < MINIMUM * -state.objective));
        passAtKept(LAST_PASS);
      }
      return;
    }
  }
  if (matched < LEAST_PAIRS) {
    let wasFirst = state.phase == FIRST_PASS;
    stopForTooFew(matched);
    if (!wasFirst) {
      passAtKept(LAST_PASS);
    }
    return;
  }
  keepTried(matched, sqrt(max(0.0, total[SYSTEM_SQUARED]) / total[SYSTEM_WEIGHT]), cost);
  if (state.phase == DONE) {
    passAtKept(LAST_PASS);
  } else if (determinesAll()) {
    beginStep(false);
  } else {
    passAtKept(SAFE_PASS);
  }
}

// Lower triangles of sums over the points of a thread: rotation block, then the two blocks of the translation.
var<private> matchedHere: f32;
var<private> squaredHere: f32;
var<private> nearHere: f32;
var<private> rr0: f32;
var<private> rr1: vec2f;
var<private> rr2: vec3f;
var<private> tr0: vec3f;
var<private> tr1: vec3f;
var<private> tr2: vec3f;
var<private> tt0: f32;
var<private> tt1: vec2f;
var<private> tt2: vec3f;
var<private> gR: vec3f;
var<private> gT: vec3f;

// Adds the pair of a moved point and a voxel's distribution; false if it is so far off that it adds nothing.
// With v = B x and J = [-[q]x, I], factor = -d1 d2 exp(-d2/2 x.B x): gradient factor J^T v, Gauss-Newton factor J^T B J;
// the Hessian adds factor (d2x/dwi dwj . v - d2 (J^T v)(J^T v)^T), of which only two rotations have second derivatives.
fn addPair(voxel: u32, q: vec3f, isHessian: bool) -> bool {
  let k = surface[3u * voxel];
  let l = surface[3u * voxel + 1u];
  let x = q - positionOf(voxel);
  let B0 = k.xyz;
  let B1 = vec3f(k.y, k.w, l.x);
  let B2 = vec3f(k.z, l.xy);
  let v = x.x * B0 + x.y * B1 + x.z * B2;
  let squared = dot(v, x);
  let near = exp(-0.5 * options.scoreD2 * squared);
  if (near < FAR) {
    return false;
  }
  nearHere += near;
  squaredHere += near * l.z * select(1.0, squared, isHessian);
  let factor = -options.scoreD1 * options.scoreD2 * near;
  let turn = cross(q, v);
  gR += factor * turn;
  gT += factor * v;
  let b0 = factor * B0;
  let b1 = factor * B1;
  let b2 = factor * B2;
  // Columns of [q]x B, whose transpose is the lower left block.
  let m0 = cross(q, b0);
  let m1 = cross(q, b1);
  let m2 = cross(q, b2);
  tr0 += m0;
  tr1 += m1;
  tr2 += m2;
  tt0 += b0.x;
  tt1 += b1.xy;
  tt2 += b2;
  // [q]x B [q]x^T: cross products of q with the rows of [q]x B.
  rr0 += q.y * m2.x - q.z * m1.x;
  rr1 += vec2f(q.y * m2.y - q.z * m1.y, q.z * m0.y - q.x * m2.y);
  rr2 += vec3f(q.y * m2.z - q.z * m1.z, q.z * m0.z - q.x * m2.z, q.x * m1.z - q.y * m0.z);
  if (isHessian) {
    let s = factor * options.scoreD2;
    let h = 0.5 * factor;
    let vq = factor * dot(v, q);
    rr0 += 2.0 * h * q.x * v.x - vq - s * turn.x * turn.x;
    rr1 += vec2f(
      h * (q.y * v.x + q.x * v.y) - s * turn.y * turn.x,
      2.0 * h * q.y * v.y - vq - s * turn.y * turn.y,
    );
    rr2 += vec3f(
      h * (q.z * v.x + q.x * v.z) - s * turn.z * turn.x,
      h * (q.z * v.y + q.y * v.z) - s * turn.z * turn.y,
      2.0 * h * q.z * v.z - vq - s * turn.z * turn.z,
    );
    tr0 -= s * v.x * turn;
    tr1 -= s * v.y * turn;
    tr2 -= s * v.z * turn;
    tt0 -= s * v.x * v.x;
    tt1 -= s * v.y * v.xy;
    tt2 -= s * v.z * v;
  }
  return true;
}

// Offset to one of the seven voxels: the point's own, then those across its faces.
fn offsetOf(number: u32) -> vec3i {
  let side = select(-1, 1, number % 2u == 0u);
  let axis = (number + 1u) / 2u;
  return vec3i(select(0, side, axis == 1u), select(0, side, axis == 2u), select(0, side, axis == 3u));
}

fn addRow(row: u32, value: f32) {
  let at = row * PITCH + columnOfQuery();
  scratch[at] = select(scratch[at] + value, value, laneOfQuery == 0u);
}

fn addRows(row: u32, values: vec3f) {
  addRow(row, values.x);
  addRow(row + 1u, values.y);
  addRow(row + 2u, values.z);
}

// Writes the sums of a workgroup at the trial pose; a thread takes points by itself, for there is nothing to share.
fn sumPairs(group: u32, isFirstPass: bool) {
  let R = rotationMatrix(state.tried.rotation);
  let t = state.tried.translation;
  let isHessian = state.phase != SAFE_PASS && state.phase != LAST_PASS;
  for (var i = group * WG + threadOfWorkgroup; i < options.sourceCount; i += options.workgroups * WG) {
    let q = R * bitcast<vec3f>(source[i].xyz) + t;
    let cell = cellAt(q);
    var isPaired = false;
    for (var number = 0u; number < options.voxelsOfPoint; number++) {
      let voxel = voxelOf(cell + offsetOf(number));
      if (voxel != NO_SLOT && addPair(voxel, q, isHessian)) {
        isPaired = true;
      }
    }
    matchedHere += select(0.0, 1.0, isPaired);
  }
  for (var lane = 0u; lane < LANES; lane++) {
    if (laneOfQuery == lane) {
      addRow(SYSTEM_COUNT, matchedHere);
      addRow(SYSTEM_SQUARED, squaredHere);
      addRow(SYSTEM_WEIGHT, nearHere);
      addRows(SYSTEM_H, vec3f(rr0, rr1));
      addRows(SYSTEM_H + 3u, rr2);
      addRows(SYSTEM_H + 6u, tr0);
      addRow(SYSTEM_H + 9u, tt0);
      addRows(SYSTEM_H + 10u, tr1);
      addRow(SYSTEM_H + 13u, tt1.x);
      addRow(SYSTEM_H + 14u, tt1.y);
      addRows(SYSTEM_H + 15u, tr2);
      addRows(SYSTEM_H + 18u, tt2);
      addRows(SYSTEM_G, gR);
      addRows(SYSTEM_G + 3u, gT);
    }
    workgroupBarrier();
  }
}
