// The 6x6 normal equations of a quadratic distance and their solution. Rotation (rad) first, then translation (m), on
// the left: T <- exp(x) T. CPU twin: src-core/math/cholesky.ts.
// Needs jacobi.wgsl and `total` of reduce.wgsl.

const SYSTEM_COUNT: u32 = 0; // matched points
const SYSTEM_SQUARED: u32 = 1; // sum of squared distances, m^2
const SYSTEM_H: u32 = 2; // lower triangle of sum Q^T A Q, row by row, 21
const SYSTEM_G: u32 = 23; // sum Q^T (A e - b), 6: half the gradient
const ROWS: u32 = 29;

// Below this part of its diagonal a pivot may be f32 noise, and the eigenvectors decide.
const SMALL_PIVOT: f32 = 1e-4;
// Smallest over largest eigenvalue of a direction that the points hold, as far as f32 sums can tell.
const HELD_RATIO: f32 = 2e-6;

struct Twist {
  rotation: vec3f,
  translation: vec3f,
}

fn entryOfH(i: u32, j: u32) -> f32 {
  let low = min(i, j);
  let high = max(i, j);
  return total[SYSTEM_H + high * (high + 1u) / 2u + low];
}

// Solves H x = -g, by Cholesky on H scaled to a unit diagonal where that is safe. Written out, since arrays that are
// indexed in loops lie in slow memory, and the whole device waits for this one thread.
fn newtonStep() -> Twist {
  let s0 = inverseSqrt(max(entryOfH(0u, 0u), 1e-30));
  let s1 = inverseSqrt(max(entryOfH(1u, 1u), 1e-30));
  let s2 = inverseSqrt(max(entryOfH(2u, 2u), 1e-30));
  let s3 = inverseSqrt(max(entryOfH(3u, 3u), 1e-30));
  let s4 = inverseSqrt(max(entryOfH(4u, 4u), 1e-30));
  let s5 = inverseSqrt(max(entryOfH(5u, 5u), 1e-30));
  let pivot0 = entryOfH(0u, 0u) * s0 * s0;
  let r0 = inverseSqrt(pivot0);
  let l10 = (entryOfH(1u, 0u) * s1 * s0) * r0;
  let l20 = (entryOfH(2u, 0u) * s2 * s0) * r0;
  let l30 = (entryOfH(3u, 0u) * s3 * s0) * r0;
  let l40 = (entryOfH(4u, 0u) * s4 * s0) * r0;
  let l50 = (entryOfH(5u, 0u) * s5 * s0) * r0;
  let pivot1 = entryOfH(1u, 1u) * s1 * s1 - l10 * l10;
  let r1 = inverseSqrt(pivot1);
  let l21 = (entryOfH(2u, 1u) * s2 * s1 - l20 * l10) * r1;
  let l31 = (entryOfH(3u, 1u) * s3 * s1 - l30 * l10) * r1;
  let l41 = (entryOfH(4u, 1u) * s4 * s1 - l40 * l10) * r1;
  let l51 = (entryOfH(5u, 1u) * s5 * s1 - l50 * l10) * r1;
  let pivot2 = entryOfH(2u, 2u) * s2 * s2 - l20 * l20 - l21 * l21;
  let r2 = inverseSqrt(pivot2);
  let l32 = (entryOfH(3u, 2u) * s3 * s2 - l30 * l20 - l31 * l21) * r2;
  let l42 = (entryOfH(4u, 2u) * s4 * s2 - l40 * l20 - l41 * l21) * r2;
  let l52 = (entryOfH(5u, 2u) * s5 * s2 - l50 * l20 - l51 * l21) * r2;
  let pivot3 = entryOfH(3u, 3u) * s3 * s3 - l30 * l30 - l31 * l31 - l32 * l32;
  let r3 = inverseSqrt(pivot3);
  let l43 = (entryOfH(4u, 3u) * s4 * s3 - l40 * l30 - l41 * l31 - l42 * l32) * r3;
  let l53 = (entryOfH(5u, 3u) * s5 * s3 - l50 * l30 - l51 * l31 - l52 * l32) * r3;
  let pivot4 = entryOfH(4u, 4u) * s4 * s4 - l40 * l40 - l41 * l41 - l42 * l42 - l43 * l43;
  let r4 = inverseSqrt(pivot4);
  let l54 = (entryOfH(5u, 4u) * s5 * s4 - l50 * l40 - l51 * l41 - l52 * l42 - l53 * l43) * r4;
  let pivot5 = entryOfH(5u, 5u) * s5 * s5 - l50 * l50 - l51 * l51 - l52 * l52 - l53 * l53 - l54 * l54;
  let r5 = inverseSqrt(pivot5);
  // A root of a pivot that is not positive makes those after it no numbers; only the first such must be caught.
  let isSafe = all(vec3f(pivot0, pivot1, pivot2) > vec3f(SMALL_PIVOT)) && all(vec3f(pivot3, pivot4, pivot5) > vec3f(SMALL_PIVOT));
  if (!isSafe) {
    return determinedStep();
  }
  let y0 = -total[SYSTEM_G] * s0 * r0;
  let y1 = (-total[SYSTEM_G + 1u] * s1 - l10 * y0) * r1;
  let y2 = (-total[SYSTEM_G + 2u] * s2 - l20 * y0 - l21 * y1) * r2;
  let y3 = (-total[SYSTEM_G + 3u] * s3 - l30 * y0 - l31 * y1 - l32 * y2) * r3;
  let y4 = (-total[SYSTEM_G + 4u] * s4 - l40 * y0 - l41 * y1 - l42 * y2 - l43 * y3) * r4;
  let y5 = (-total[SYSTEM_G + 5u] * s5 - l50 * y0 - l51 * y1 - l52 * y2 - l53 * y3 - l54 * y4) * r5;
  let x5 = y5 * r5;
  let x4 = (y4 - l54 * x5) * r4;
  let x3 = (y3 - l43 * x4 - l53 * x5) * r3;
  let x2 = (y2 - l32 * x3 - l42 * x4 - l52 * x5) * r2;
  let x1 = (y1 - l21 * x2 - l31 * x3 - l41 * x4 - l51 * x5) * r1;
  let x0 = (y0 - l10 * x1 - l20 * x2 - l30 * x3 - l40 * x4 - l50 * x5) * r0;
  return Twist(vec3f(x0 * s0, x1 * s1, x2 * s2), vec3f(x3 * s3, x4 * s4, x5 * s5));
}

// Solves H x = -g along the directions that H determines, with angles counted in arcs, and moves nothing along the
// others. CPU twin: src-core/registration/determined.ts.
fn determinedStep() -> Twist {
  let turns = entryOfH(0u, 0u) + entryOfH(1u, 1u) + entryOfH(2u, 2u);
  let shifts = entryOfH(3u, 3u) + entryOfH(4u, 4u) + entryOfH(5u, 5u);
  let lever = select(1.0, sqrt(turns / shifts), turns > 0.0 && shifts > 0.0);
  var a: array<f32, 36>;
  var v: array<f32, 36>;
  for (var i = 0u; i < 6u; i++) {
    for (var j = 0u; j < 6u; j++) {
      a[6u * i + j] = entryOfH(i, j) / (select(1.0, lever, i < 3u) * select(1.0, lever, j < 3u));
      v[6u * i + j] = select(0.0, 1.0, i == j);
    }
  }
  for (var sweep = 0u; sweep < 8u; sweep++) {
    for (var p = 0u; p < 5u; p++) {
      for (var q = p + 1u; q < 6u; q++) {
        let r = jacobi(a[7u * p], a[7u * q], a[6u * p + q]);
        for (var k = 0u; k < 6u; k++) {
          let left = a[6u * k + p];
          let right = a[6u * k + q];
          a[6u * k + p] = r.x * left - r.y * right;
          a[6u * k + q] = r.y * left + r.x * right;
        }
        for (var k = 0u; k < 6u; k++) {
          let upper = a[6u * p + k];
          let lower = a[6u * q + k];
          a[6u * p + k] = r.x * upper - r.y * lower;
          a[6u * q + k] = r.y * upper + r.x * lower;
          let left = v[6u * k + p];
          let right = v[6u * k + q];
          v[6u * k + p] = r.x * left - r.y * right;
          v[6u * k + q] = r.y * left + r.x * right;
        }
      }
    }
  }
  var largest = 0.0;
  for (var k = 0u; k < 6u; k++) {
    largest = max(largest, a[7u * k]);
  }
  var x: array<f32, 6>;
  for (var k = 0u; k < 6u; k++) {
    if (a[7u * k] > HELD_RATIO * largest) {
      var along = 0.0;
      for (var i = 0u; i < 6u; i++) {
        along -= v[6u * i + k] * total[SYSTEM_G + i] / select(1.0, lever, i < 3u);
      }
      for (var i = 0u; i < 6u; i++) {
        x[i] += along / a[7u * k] * v[6u * i + k] / select(1.0, lever, i < 3u);
      }
    }
  }
  return Twist(vec3f(x[0], x[1], x[2]), vec3f(x[3], x[4], x[5]));
}

// Decrease of the objective that a step promises by the slope where it begins, halved: -g.x.
fn promisedBy(step: Twist) -> f32 {
  let turn = vec3f(total[SYSTEM_G], total[SYSTEM_G + 1], total[SYSTEM_G + 2]);
  let shift = vec3f(total[SYSTEM_G + 3], total[SYSTEM_G + 4], total[SYSTEM_G + 5]);
  return -dot(turn, step.rotation) - dot(shift, step.translation);
}
