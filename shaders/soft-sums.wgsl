// Sums of a match over the source points of a workgroup for weighted Horn's method (Tamaki eq. 16, 17, 28) and its quality measures.
// Needs soft.wgsl. CPU twin: src-lab/soft/soft-match.ts.
//   partials   SUM_STRIDE vec4f per workgroup:
//     0  sum w, sum w y (m)
//     1  sum w x' (m), sum a
//     2  sum a d^2 (m^2), sum a^2, inliers, 0
//     3-5.x  sum w y x'^T, row-major (m^2)
//     5.yzw, 6.xyz  sum w y y^T: xx xy xz yy yz zz (m^2)

const INLIER_SHARE: f32 = 0.5;

@group(0) @binding(4) var<storage, read_write> partials: array<vec4f>;

struct FourMatches {
  // Weight in the pose step; weighted sum of the matches, m; matched share against the outlier weight.
  weight: vec4f,
  partner: Four,
  share: vec4f,
  // Sums of a d^2 (m^2) and of a^2.
  squared: vec4f,
  hardness: vec4f,
}

fn sumOf(v: vec4f) -> f32 {
  return (v.x + v.y) + (v.z + v.w);
}

override FOUR_SUMS: u32 = SUM_STRIDE * FOURS;
// Sums of each four points of the workgroup.
var<workgroup> sumsOfFours: array<vec4f, FOUR_SUMS>;

// Sums of the workgroup's group of points number `four`. `here` is 1 for points, 0 beyond the last one.
fn leaveSums(four: u32, y: Four, matches: FourMatches, here: vec4f) {
  let w = here * matches.weight;
  let px = here * matches.partner.x;
  let py = here * matches.partner.y;
  let pz = here * matches.partner.z;
  let wx = w * y.x;
  let wy = w * y.y;
  let wz = w * y.z;
  let inliers = here * select(vec4f(0.0), vec4f(1.0), matches.share >= vec4f(INLIER_SHARE));
  let at = four * SUM_STRIDE;
  sumsOfFours[at] = vec4f(sumOf(w), sumOf(wx), sumOf(wy), sumOf(wz));
  sumsOfFours[at + 1u] = vec4f(sumOf(px), sumOf(py), sumOf(pz), sumOf(here * matches.share));
  sumsOfFours[at + 2u] = vec4f(sumOf(here * matches.squared), sumOf(here * matches.hardness), sumOf(inliers), 0.0);
  sumsOfFours[at + 3u] = vec4f(dot(y.x, px), dot(y.x, py), dot(y.x, pz), dot(y.y, px));
  sumsOfFours[at + 4u] = vec4f(dot(y.y, py), dot(y.y, pz), dot(y.z, px), dot(y.z, py));
  sumsOfFours[at + 5u] = vec4f(dot(y.z, pz), dot(wx, y.x), dot(wx, y.y), dot(wx, y.z));
  sumsOfFours[at + 6u] = vec4f(dot(wy, y.y), dot(wy, y.z), dot(wz, y.z), 0.0);
}

// Adds up what was left, in a fixed order. By all threads of the workgroup.
fn addSums(thread: u32, place: u32) {
  workgroupBarrier();
  if (thread < SUM_STRIDE) {
    var sum = sumsOfFours[thread];
    for (var four = 1u; four < FOURS; four++) {
      sum += sumsOfFours[four * SUM_STRIDE + thread];
    }
    partials[place * SUM_STRIDE + thread] = sum;
  }
}
