// Rigid transforms as a unit quaternion (x y z w) and a translation (m). CPU twin: src-core/math/se3.ts.

struct Pose {
  rotation: vec4f,
  translation: vec3f,
}

const IDENTITY = Pose(vec4f(0.0, 0.0, 0.0, 1.0), vec3f(0.0));

// R v - v, computed directly: keeps the digits that the difference would lose for small rotations.
fn turnedBy(rotation: vec4f, v: vec3f) -> vec3f {
  return 2.0 * cross(rotation.xyz, cross(rotation.xyz, v) + rotation.w * v);
}

fn quaternionProduct(a: vec4f, b: vec4f) -> vec4f {
  return vec4f(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

// T_a_c from T_a_b and T_b_c.
fn composed(a: Pose, b: Pose) -> Pose {
  return Pose(
    normalize(quaternionProduct(a.rotation, b.rotation)),
    b.translation + turnedBy(a.rotation, b.translation) + a.translation,
  );
}

// Columns of the rotation matrix.
fn rotationMatrix(q: vec4f) -> mat3x3f {
  let d = 2.0 * q.xyz * q.xyz;
  let xy = 2.0 * q.x * q.y;
  let xz = 2.0 * q.x * q.z;
  let yz = 2.0 * q.y * q.z;
  let wv = 2.0 * q.w * q.xyz;
  return mat3x3f(
    vec3f(1.0 - d.y - d.z, xy + wv.z, xz - wv.y),
    vec3f(xy - wv.z, 1.0 - d.x - d.z, yz + wv.x),
    vec3f(xz + wv.y, yz - wv.x, 1.0 - d.x - d.y),
  );
}

// sin(x) / x and cos(x) of half a rotation angle, by series below a quarter turn: WGSL guarantees sin and cos to three
// digits only.
fn sincAndCos(x2: f32) -> vec2f {
  if (x2 > 2.5) {
    let x = sqrt(x2);
    return vec2f(sin(x) / x, cos(x));
  }
  let s = 1.0 - x2 / 6.0 * (1.0 - x2 / 20.0 * (1.0 - x2 / 42.0 * (1.0 - x2 / 72.0 * (1.0 - x2 / 110.0 * (1.0 - x2 / 156.0)))));
  let c = 1.0 - x2 / 2.0 * (1.0 - x2 / 12.0 * (1.0 - x2 / 30.0 * (1.0 - x2 / 56.0 * (1.0 - x2 / 90.0 * (1.0 - x2 / 132.0)))));
  return vec2f(s, c);
}

// Below this squared angle differences from 1 lose digits; series do not.
const SMALL_ANGLE2: f32 = 0.5;

// Rotation by a rotation vector, rad.
fn rotationBy(w: vec3f) -> vec4f {
  let half = sincAndCos(0.25 * dot(w, w));
  return normalize(vec4f(0.5 * half.x * w, half.y));
}

// SE(3) exponential of a twist: rotation vector (rad), then translation (m).
fn exponential(w: vec3f, v: vec3f) -> Pose {
  let theta2 = dot(w, w);
  let half = sincAndCos(0.25 * theta2);
  let b = 0.5 * half.x * half.x; // (1 - cos theta) / theta^2
  var c = (1.0 - half.x * half.y) / theta2; // (theta - sin theta) / theta^3
  if (theta2 < SMALL_ANGLE2) {
    c = (1.0 - theta2 / 20.0 * (1.0 - theta2 / 42.0 * (1.0 - theta2 / 72.0))) / 6.0;
  }
  let wv = cross(w, v);
  return Pose(rotationBy(w), v + b * wv + c * cross(w, wv));
}

// Translation of the twist whose exponential rotates by the rotation vector w and translates by t.
fn twistShift(w: vec3f, t: vec3f) -> vec3f {
  let theta2 = dot(w, w);
  let half = sincAndCos(0.25 * theta2);
  var d = (1.0 - half.y / half.x) / theta2; // (1 - theta / 2 cot(theta / 2)) / theta^2
  if (theta2 < SMALL_ANGLE2) {
    d = (1.0 + theta2 / 60.0 * (1.0 + theta2 / 42.0 * (1.0 + theta2 / 40.0))) / 12.0;
  }
  let wt = cross(w, t);
  return t - 0.5 * wt + d * cross(w, wt);
}
