// Weakest translation direction of a scan, and the step under the motion prior, which determines that translation if
// the geometry constrains it too little. Computed by one thread of each workgroup at every step.
// Rotation (rad) first, then translation (m), in the sensor frame: T <- T exp(x).
// CPU twins: src-core/odometry/match/weak-direction.ts, motion-prior.ts. Needs eigen3.wgsl, cholesky6.wgsl.

// Information below this fraction of the geometry's total on the translation is f32 noise of the sums.
const INFORMATION_FLOOR: f32 = 1e-6;

struct WeakDirection {
  // Unit, sensor frame.
  direction: vec3f,
  // Share of the information over all three directions, 0 .. 1/3.
  share: f32,
}

// H x = b
struct System6 {
  H: Symmetric6,
  bRotation: vec3f,
  bTranslation: vec3f,
}

// Current pose relative to the predicted one, and the prior information on each axis, 1/rad^2 and 1/m^2.
struct Prior {
  rotation: vec3f,
  translation: vec3f,
  onRotation: f32,
  onTranslation: f32,
}

// @param tilts sum w tilt^2: apparent information along each direction due to the noise of the planes' normals
fn weakestTranslation(H: Symmetric6, tilts: f32) -> WeakDirection {
  let eigen = planeEigen(H.tt, H.ttLow.x, H.ttLow.y, H.ttLow.z);
  let honest = max(eigen.values - tilts, vec3f(0.0));
  let all = honest.x + honest.y + honest.z;
  return WeakDirection(eigen.vector, select(0.0, honest.x / all, all > 0.0));
}

fn withPrior(walls: System6, prior: Prior) -> System6 {
  var system = walls;
  system.H.rr += prior.onRotation;
  system.H.tt += prior.onTranslation;
  system.bRotation -= prior.onRotation * prior.rotation;
  system.bTranslation -= prior.onTranslation * prior.translation;
  return system;
}

fn stepHeld(walls: System6, prior: Prior) -> Solution6 {
  let system = withPrior(walls, prior);
  return solve6(system.H, system.bRotation, system.bTranslation);
}

// Step with the translation along u left to the prior: the geometry does not constrain the motion w = (-H_rr^-1 H_rt u,
// u). The rotation in w is chosen so that H w has no rotation block: only the geometry's information on the translation
// changes, and sums of angles and of lengths are never traded against each other.
//
// A loose prior is below the f32 noise of the geometry, and along w it alone must decide. So the step is a w + v, where
// v has no component along u: v comes from a system with the prior's optimal a for each v substituted and u constrained
// by a penalty, which costs nothing, because geometry and prior have no gradient along w there; then a follows from the
// prior.
fn stepReleased(walls: System6, prior: Prior, u: vec3f) -> Solution6 {
  let H = walls.H;
  let r = inverseSqrt(max(H.rr, vec3f(1e-30)));
  let upper = factor3(H.rr * r * r, H.rrLow * r.yzz * r.xxy);
  let pull = u.x * H.tr0 + u.y * H.tr1 + u.z * H.tr2;
  let turn = -r * backward3(upper, forward3(upper, r * pull));
  // Translation block of H w; u Hw is the geometry's information along w.
  let Hw = vec3f(
    dot(H.tr0, turn) + H.tt.x * u.x + H.ttLow.x * u.y + H.ttLow.y * u.z,
    dot(H.tr1, turn) + H.ttLow.x * u.x + H.tt.y * u.y + H.ttLow.z * u.z,
    dot(H.tr2, turn) + H.ttLow.y * u.x + H.ttLow.z * u.y + H.tt.z * u.z,
  );
  let all = H.tt.x + H.tt.y + H.tt.z;
  let known = 1.0 / max(dot(u, Hw), max(INFORMATION_FLOOR * all, 1e-30));
  let wb = dot(turn, walls.bRotation) + dot(u, walls.bTranslation);

  // Prior P along w.
  let onTurn = prior.onRotation * turn;
  let onShift = prior.onTranslation * u;
  let assumed = 1.0 / (dot(turn, onTurn) + prior.onTranslation);
  let back = dot(onTurn, prior.rotation) + dot(onShift, prior.translation);

  var system = withPrior(walls, prior);
  let force = max(all, prior.onTranslation);
  system.H.tt += force * u * u - known * Hw * Hw - assumed * onShift * onShift;
  system.H.ttLow += force * u.yzz * u.xxy - known * Hw.yzz * Hw.xxy - assumed * onShift.yzz * onShift.xxy;
  system.H.rr -= assumed * onTurn * onTurn;
  system.H.rrLow -= assumed * onTurn.yzz * onTurn.xxy;
  system.H.tr0 -= assumed * onShift.x * onTurn;
  system.H.tr1 -= assumed * onShift.y * onTurn;
  system.H.tr2 -= assumed * onShift.z * onTurn;
  system.bRotation += assumed * back * onTurn;
  system.bTranslation += assumed * back * onShift - known * wb * Hw;
  let v = solve6(system.H, system.bRotation, system.bTranslation);
  let a = -assumed * (back + dot(onTurn, v.rotation) + dot(onShift, v.translation));
  return Solution6(v.rotation + a * turn, v.translation + a * u, v.leastPivot);
}
