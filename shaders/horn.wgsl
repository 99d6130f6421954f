// Horn's quaternion method on sums of matched pairs. CPU twin: src-core/math/horn.ts.
// The sums contain residuals d = q - p and the transformed points p: near the solution d is small, so that the
// difference of two large sums of p q^T keeps its digits in f32. Needs rigid.wgsl, eigen4.wgsl and `total` of
// reduce.wgsl.

const HORN_COUNT: u32 = 0; // pairs
const HORN_P: u32 = 1; // sum p, 3
const HORN_D: u32 = 4; // sum d, 3
const HORN_PP: u32 = 7; // sum p p^T: xx xy xz yy yz zz
const HORN_PD: u32 = 13; // sum p d^T, row-major
const HORN_SQUARED: u32 = 22; // sum |d|^2
const ROWS: u32 = 23;

// Transform from the transformed points p to their matches q = p + d.
fn hornStep() -> Pose {
  let n = total[HORN_COUNT];
  let p = vec3f(total[HORN_P], total[HORN_P + 1], total[HORN_P + 2]) / n;
  let d = vec3f(total[HORN_D], total[HORN_D + 1], total[HORN_D + 2]) / n;
  let dn = n * d;
  // Rows of sum (p - mean p) d^T.
  let dx = vec3f(total[HORN_PD], total[HORN_PD + 1], total[HORN_PD + 2]) - p.x * dn;
  let dy = vec3f(total[HORN_PD + 3], total[HORN_PD + 4], total[HORN_PD + 5]) - p.y * dn;
  let dz = vec3f(total[HORN_PD + 6], total[HORN_PD + 7], total[HORN_PD + 8]) - p.z * dn;
  let xx = total[HORN_PP] - n * p.x * p.x + dx.x;
  let xy = total[HORN_PP + 1] - n * p.x * p.y;
  let xz = total[HORN_PP + 2] - n * p.x * p.z;
  let yy = total[HORN_PP + 3] - n * p.y * p.y + dy.y;
  let yz = total[HORN_PP + 4] - n * p.y * p.z;
  let zz = total[HORN_PP + 5] - n * p.z * p.z + dz.z;
  // Tamaki eq. 15; the symmetric p p^T cancels in the differences of the first row.
  let matrix = Symmetric4(
    vec4f(xx + yy + zz, xx - yy - zz, yy - xx - zz, zz - xx - yy),
    dy.z - dz.y,
    dz.x - dx.z,
    dx.y - dy.x,
    2.0 * xy + dx.y + dy.x,
    2.0 * xz + dz.x + dx.z,
    2.0 * yz + dy.z + dz.y,
  );
  let eigenvector = largestEigenvector(matrix, total[HORN_PP] + total[HORN_PP + 3] + total[HORN_PP + 5]);
  let rotation = eigenvector.yzwx * select(-1.0, 1.0, eigenvector.x >= 0.0);
  return Pose(rotation, d - turnedBy(rotation, p));
}
