// Motion of the sensor within a rotation. CPU twins: src-core/math/se3.ts (log), src-core/odometry/frame/motion.ts,
// deskew.ts. Needs rigid.wgsl, scan-options.wgsl.

// Rotation vector (rad) of a unit quaternion with w >= 0: the angle is 8 atan(x) with x = tan of an eighth of it; a
// series suffices up to a half turn. WGSL guarantees atan2 to three digits only.
fn rotationVector(q: vec4f) -> vec3f {
  let quarter = 1.0 + q.w;
  let t2 = dot(q.xyz, q.xyz) / (quarter * quarter);
  let eighth = 1.0 + sqrt(1.0 + t2);
  let x2 = t2 / (eighth * eighth);
  // atan(x) / x
  let series = 1.0 - x2 * (1.0 / 3.0 - x2 * (1.0 / 5.0 - x2 * (1.0 / 7.0 - x2 * (1.0 / 9.0 - x2 * (1.0 / 11.0
    - x2 * (1.0 / 13.0 - x2 * (1.0 / 15.0 - x2 / 17.0)))))));
  return 8.0 * series / (quarter * eighth) * q.xyz;
}

struct Velocity {
  turn: vec3f,
  shift: vec3f,
}

// Twist of a rigid transform.
fn logarithm(T: Pose) -> Velocity {
  let turn = rotationVector(select(T.rotation, -T.rotation, T.rotation.w < 0.0));
  return Velocity(turn, twistShift(turn, T.translation));
}

// De-skews a point of a column: transforms it to the sensor frame at the middle of the rotation.
// @param motion over the whole rotation; its rotation is not used if the gyro provides it
fn deskewed(p: vec3f, column: Column, motion: Velocity) -> vec3f {
  let f = column.fraction;
  if (options.byGyro == 1u) {
    return p + turnedBy(column.rotation, p) + f * motion.shift;
  }
  let T = exponential(f * motion.turn, f * motion.shift);
  return p + turnedBy(T.rotation, p) + T.translation;
}
