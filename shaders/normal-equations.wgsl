// 6x6 normal equations of a quadratic distance and their solution. Rotation (rad) first, then translation (m), applied
// on the left: T <- exp(x) T. CPU twin: src-lab/problem/determined.ts.
// Needs jacobi.wgsl, cholesky6.wgsl and `total` of reduce.wgsl.

const SYSTEM_COUNT: u32 = 0; // matched points
const SYSTEM_SQUARED: u32 = 1; // sum of squared distances, m^2
const SYSTEM_H: u32 = 2; // lower triangle of sum Q^T A Q, row by row, 21
const SYSTEM_G: u32 = 23; // sum Q^T (A e - b), 6: half the gradient
const SYSTEM_WEIGHT: u32 = 29; // sum of the weights of the matched points
const ROWS: u32 = 30;

// Below this fraction of its diagonal a pivot may be f32 noise; the eigenvectors then decide.
const SMALL_PIVOT: f32 = 1e-4;
// Smallest eigenvalue ratio (to the largest) of a constrained direction that f32 sums can resolve.
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

// Solves H x = -g, by Cholesky if well-conditioned.
fn newtonStep() -> Twist {
  let turn = vec3f(total[SYSTEM_G], total[SYSTEM_G + 1u], total[SYSTEM_G + 2u]);
  let shift = vec3f(total[SYSTEM_G + 3u], total[SYSTEM_G + 4u], total[SYSTEM_G + 5u]);
  let solution = solve6(symmetric6(SYSTEM_H), -turn, -shift);
  if (!(solution.leastPivot > SMALL_PIVOT)) {
    return determinedStep();
  }
  return Twist(solution.rotation, solution.translation);
}

// H with angles scaled to arc lengths, diagonalised: the eigenvalues on the diagonal, and the eigenvectors in columns.
var<private> balanced: array<f32, 36>;
var<private> axes: array<f32, 36>;

// True if what `balanced` has beside its diagonal is below f32 resolution.
fn isDiagonal() -> bool {
  var beside = 0.0;
  var along = 0.0;
  for (var i = 0u; i < 6u; i++) {
    along += abs(balanced[7u * i]);
    for (var j = 0u; j < i; j++) {
      beside += abs(balanced[6u * i + j]);
    }
  }
  return beside <= 1e-9 * along;
}

// Diagonalises H; returns the lever, m of arc per rad.
fn diagonalise() -> f32 {
  let turns = entryOfH(0u, 0u) + entryOfH(1u, 1u) + entryOfH(2u, 2u);
  let shifts = entryOfH(3u, 3u) + entryOfH(4u, 4u) + entryOfH(5u, 5u);
  let lever = select(1.0, sqrt(turns / shifts), turns > 0.0 && shifts > 0.0);
  for (var i = 0u; i < 6u; i++) {
    for (var j = 0u; j < 6u; j++) {
      balanced[6u * i + j] = entryOfH(i, j) / (select(1.0, lever, i < 3u) * select(1.0, lever, j < 3u));
      axes[6u * i + j] = select(0.0, 1.0, i == j);
    }
  }
  for (var sweep = 0u; sweep < 8u && !isDiagonal(); sweep++) {
    for (var p = 0u; p < 5u; p++) {
      for (var q = p + 1u; q < 6u; q++) {
        let r = jacobi(balanced[7u * p], balanced[7u * q], balanced[6u * p + q]);
        for (var k = 0u; k < 6u; k++) {
          let left = balanced[6u * k + p];
          let right = balanced[6u * k + q];
          balanced[6u * k + p] = r.x * left - r.y * right;
          balanced[6u * k + q] = r.y * left + r.x * right;
        }
        for (var k = 0u; k < 6u; k++) {
          let upper = balanced[6u * p + k];
          let lower = balanced[6u * q + k];
          balanced[6u * p + k] = r.x * upper - r.y * lower;
          balanced[6u * q + k] = r.y * upper + r.x * lower;
          let left = axes[6u * k + p];
          let right = axes[6u * k + q];
          axes[6u * k + p] = r.x * left - r.y * right;
          axes[6u * k + q] = r.y * left + r.x * right;
        }
      }
    }
  }
  return lever;
}

fn largestEigenvalue() -> f32 {
  var largest = 0.0;
  for (var k = 0u; k < 6u; k++) {
    largest = max(largest, balanced[7u * k]);
  }
  return largest;
}

// True if H is positive definite beyond rounding. CPU twin: determinesAll of src-lab/problem/determined.ts.
fn determinesAll() -> bool {
  // A pivot clearly below zero decides as one clearly above does; the whole device waits for the eigenvectors.
  let leastPivot = solve6(symmetric6(SYSTEM_H), vec3f(0.0), vec3f(0.0)).leastPivot;
  if (abs(leastPivot) > SMALL_PIVOT) {
    return leastPivot > 0.0;
  }
  _ = diagonalise();
  let least = HELD_RATIO * largestEigenvalue();
  var holds = true;
  for (var k = 0u; k < 6u; k++) {
    holds = holds && balanced[7u * k] > least;
  }
  return holds;
}

// Solves H x = -g along the directions that H determines, with angles scaled to arc lengths and no motion along the
// others. CPU twin: src-lab/problem/determined.ts.
fn determinedStep() -> Twist {
  let lever = diagonalise();
  let largest = largestEigenvalue();
  var x: array<f32, 6>;
  for (var k = 0u; k < 6u; k++) {
    if (balanced[7u * k] > HELD_RATIO * largest) {
      var along = 0.0;
      for (var i = 0u; i < 6u; i++) {
        along -= axes[6u * i + k] * total[SYSTEM_G + i] / select(1.0, lever, i < 3u);
      }
      for (var i = 0u; i < 6u; i++) {
        x[i] += along / balanced[7u * k] * axes[6u * i + k] / select(1.0, lever, i < 3u);
      }
    }
  }
  return Twist(vec3f(x[0], x[1], x[2]), vec3f(x[3], x[4], x[5]));
}

// Predicted decrease of the objective by the slope at the start of the step, halved: -g.x.
fn promisedBy(step: Twist) -> f32 {
  let turn = vec3f(total[SYSTEM_G], total[SYSTEM_G + 1], total[SYSTEM_G + 2]);
  let shift = vec3f(total[SYSTEM_G + 3], total[SYSTEM_G + 4], total[SYSTEM_G + 5]);
  return -dot(turn, step.rotation) - dot(shift, step.translation);
}
