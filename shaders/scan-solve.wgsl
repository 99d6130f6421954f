// Sums of a pass over a scan's points, and the resulting step with the motion prior.
// Rotation (rad) first, then translation (m), in the sensor frame: T <- T exp(x).
// CPU twins: src-core/math/normal-system.ts, src-core/odometry/match/scan-matcher.ts.
// Needs `total` of reduce.wgsl, cholesky6.wgsl, scan-weak.wgsl, rigid.wgsl, scan-options.wgsl, scan-motion.wgsl.

const SUM_MATCHED: u32 = 0; // points with a plane
const SUM_INLIERS: u32 = 1;
const SUM_SQUARED: u32 = 2; // of the inliers' residuals, m^2
const SUM_H: u32 = 3; // lower triangle of sum w J^T J, row by row, 21
const SUM_B: u32 = 24; // -sum w J e, 6
const SUM_TILT: u32 = 30; // sum w tilt^2
const ROWS: u32 = 31;

// Step from the pose `predicted * away`.
fn stepWithPrior(away: Pose) -> Velocity {
  let walls = System6(
    symmetric6(SUM_H),
    vec3f(total[SUM_B], total[SUM_B + 1u], total[SUM_B + 2u]),
    vec3f(total[SUM_B + 3u], total[SUM_B + 4u], total[SUM_B + 5u]),
  );
  let off = logarithm(away);
  let prior = Prior(off.turn, off.shift, options.rotationInformation, options.translationInformation);
  let weak = weakestTranslation(walls.H, total[SUM_TILT]);
  if (weak.share < options.minShare) {
    let step = stepReleased(walls, prior, weak.direction);
    return Velocity(step.rotation, step.translation);
  }
  let step = stepHeld(walls, prior);
  return Velocity(step.rotation, step.translation);
}
