// Solves H x = b for a symmetric 6x6 matrix, rotation (rad) first, then translation (m), by Cholesky in two blocks of
// three on H scaled to a unit diagonal. Unrolled, because arrays indexed in loops are placed in slow memory, and the
// whole device waits for this one thread. CPU twin: src-core/math/cholesky.ts. Needs `total` of reduce.wgsl.

// Below this fraction of its diagonal a pivot is f32 noise: that direction is unconstrained, and the solution has no
// component along it. The f64 twin rejects such a matrix.
const PIVOT_FLOOR: f32 = 1e-7;

// Lower triangle by blocks: the diagonals of rotation and translation, the entries 10 20 21 below them, and the rows of
// translation by rotation.
struct Symmetric6 {
  rr: vec3f,
  rrLow: vec3f,
  tr0: vec3f,
  tr1: vec3f,
  tr2: vec3f,
  tt: vec3f,
  ttLow: vec3f,
}

struct Solution6 {
  rotation: vec3f,
  translation: vec3f,
  // Smallest pivot, as a fraction of its diagonal; 0 if it is NaN.
  leastPivot: f32,
}

// Cholesky factor of a 3x3 matrix: inverse of the diagonal, and the entries 10 20 21 below it.
struct Factor3 {
  inverse: vec3f,
  low: vec3f,
  leastPivot: f32,
}

// Reads the matrix whose lower triangle is stored in `total` row by row.
fn symmetric6(at: u32) -> Symmetric6 {
  return Symmetric6(
    vec3f(total[at], total[at + 2u], total[at + 5u]),
    vec3f(total[at + 1u], total[at + 3u], total[at + 4u]),
    vec3f(total[at + 6u], total[at + 7u], total[at + 8u]),
    vec3f(total[at + 10u], total[at + 11u], total[at + 12u]),
    vec3f(total[at + 15u], total[at + 16u], total[at + 17u]),
    vec3f(total[at + 9u], total[at + 14u], total[at + 20u]),
    vec3f(total[at + 13u], total[at + 18u], total[at + 19u]),
  );
}

fn inverseRoot(pivot: f32) -> f32 {
  return select(0.0, inverseSqrt(max(pivot, PIVOT_FLOOR)), pivot > PIVOT_FLOOR);
}

fn factor3(diagonal: vec3f, low: vec3f) -> Factor3 {
  let r0 = inverseRoot(diagonal.x);
  let l10 = low.x * r0;
  let l20 = low.y * r0;
  let pivot1 = diagonal.y - l10 * l10;
  let r1 = inverseRoot(pivot1);
  let l21 = (low.z - l20 * l10) * r1;
  let pivot2 = diagonal.z - l20 * l20 - l21 * l21;
  let pivots = vec3f(diagonal.x, pivot1, pivot2);
  let numbers = select(vec3f(0.0), pivots, (pivots > vec3f(0.0)) | (pivots < vec3f(0.0)));
  let least = min(min(numbers.x, numbers.y), numbers.z);
  return Factor3(vec3f(r0, r1, inverseRoot(pivot2)), vec3f(l10, l20, l21), least);
}

// Solves L y = b.
fn forward3(L: Factor3, b: vec3f) -> vec3f {
  let y0 = b.x * L.inverse.x;
  let y1 = (b.y - L.low.x * y0) * L.inverse.y;
  return vec3f(y0, y1, (b.z - L.low.y * y0 - L.low.z * y1) * L.inverse.z);
}

// Solves L^T x = y.
fn backward3(L: Factor3, y: vec3f) -> vec3f {
  let x2 = y.z * L.inverse.z;
  let x1 = (y.y - L.low.z * x2) * L.inverse.y;
  return vec3f((y.x - L.low.x * x1 - L.low.y * x2) * L.inverse.x, x1, x2);
}

fn solve6(H: Symmetric6, bRotation: vec3f, bTranslation: vec3f) -> Solution6 {
  let r = inverseSqrt(max(H.rr, vec3f(1e-30)));
  let t = inverseSqrt(max(H.tt, vec3f(1e-30)));
  let upper = factor3(H.rr * r * r, H.rrLow * r.yzz * r.xxy);
  let l0 = forward3(upper, H.tr0 * r * t.x);
  let l1 = forward3(upper, H.tr1 * r * t.y);
  let l2 = forward3(upper, H.tr2 * r * t.z);
  let lower = factor3(
    H.tt * t * t - vec3f(dot(l0, l0), dot(l1, l1), dot(l2, l2)),
    H.ttLow * t.yzz * t.xxy - vec3f(dot(l1, l0), dot(l2, l0), dot(l2, l1)),
  );
  let y = forward3(upper, bRotation * r);
  let x = backward3(lower, forward3(lower, bTranslation * t - vec3f(dot(l0, y), dot(l1, y), dot(l2, y))));
  let turn = backward3(upper, y - (x.x * l0 + x.y * l1 + x.z * l2));
  return Solution6(turn * r, x * t, min(upper.leastPivot, lower.leastPivot));
}
