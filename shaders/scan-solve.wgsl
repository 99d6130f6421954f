// The sums of a pass over a scan's points, and the step that follows from them with the motion prior.
// Rotation (rad) first, then translation (m), in the sensor frame: T <- T exp(x).
// CPU twins: src-core/registration/normal-system.ts, src-core/mapping/motion-prior.ts, src-core/math/cholesky.ts.
// Needs `total` of reduce.wgsl, rigid.wgsl, scan-options.wgsl, scan-motion.wgsl.

const SUM_MATCHED: u32 = 0; // points with a plane
const SUM_INLIERS: u32 = 1;
const SUM_SQUARED: u32 = 2; // of the inliers' residuals, m^2
const SUM_H: u32 = 3; // lower triangle of sum w J^T J, row by row, 21
const SUM_B: u32 = 24; // -sum w J e, 6
const SUM_TILT: u32 = 30; // sum w tilt^2
const ROWS: u32 = 31;

// Below this part of its diagonal a pivot is f32 noise: neither the points nor the prior hold that direction, and the
// solution stays where it is along it. The f64 twin has no such case while the prior is positive.
const PIVOT_FLOOR: f32 = 1e-7;

// The step from the pose `predicted * away`.
fn stepWithPrior(away: Pose) -> Velocity {
  let off = logarithm(away);
  var H: array<f32, 36>;
  var y: array<f32, 6>;
  var scale: array<f32, 6>;
  for (var i = 0u; i < 6u; i++) {
    for (var j = 0u; j <= i; j++) {
      H[6u * i + j] = total[SUM_H + i * (i + 1u) / 2u + j];
    }
    var information = options.rotationInformation;
    var far = off.turn[i % 3u];
    if (i >= 3u) {
      information = options.translationInformation;
      far = off.shift[i % 3u];
    }
    H[7u * i] += information;
    y[i] = total[SUM_B + i] - information * far;
    scale[i] = inverseSqrt(max(H[7u * i], 1e-30));
  }
  // Cholesky on H scaled to a unit diagonal; pivots are kept inverted.
  for (var i = 0u; i < 6u; i++) {
    for (var j = 0u; j <= i; j++) {
      var sum = H[6u * i + j] * scale[i] * scale[j];
      for (var k = 0u; k < j; k++) {
        sum -= H[6u * i + k] * H[6u * j + k];
      }
      if (i != j) {
        H[6u * i + j] = sum * H[7u * j];
      } else {
        H[7u * i] = select(0.0, inverseSqrt(max(sum, PIVOT_FLOOR)), sum > PIVOT_FLOOR);
      }
    }
  }
  for (var i = 0u; i < 6u; i++) {
    var sum = y[i] * scale[i];
    for (var k = 0u; k < i; k++) {
      sum -= H[6u * i + k] * y[k];
    }
    y[i] = sum * H[7u * i];
  }
  for (var n = 0u; n < 6u; n++) {
    let i = 5u - n;
    var sum = y[i];
    for (var k = i + 1u; k < 6u; k++) {
      sum -= H[6u * k + i] * y[k];
    }
    y[i] = sum * H[7u * i];
  }
  return Velocity(
    vec3f(y[0] * scale[0], y[1] * scale[1], y[2] * scale[2]),
    vec3f(y[3] * scale[3], y[4] * scale[4], y[5] * scale[5]),
  );
}
