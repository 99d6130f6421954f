// Normal distribution of a voxel's points (Magnusson 2009, eq. 6.2 and 6.3), its eigenvalues raised to a share of the
// largest (6.2), so that a plane is no singular one. A voxel of fewer than LEAST_POINTS, or of points all in one place,
// has none.
//   surface   three per voxel: inverse covariance xx xy xz yy, yz zz (1/m^2) and the smallest eigenvalue of the
//             covariance (m^2), and nothing
// CPU twin: src-lab/methods/voxel-distributions.ts. Needs voxel-build.wgsl, eigen3.wgsl.

const LEAST_POINTS: u32 = 5;
const LEAST_EIGENVALUE: f32 = 0.01;
// Standard deviation, in edges, below which the points are one point repeated.
const ONE_PLACE: f32 = 1e-6;

@group(0) @binding(10) var<storage, read_write> surface: array<vec4f>;

fn keepVoxel(number: u32, first: u32, edge: f32) -> bool {
  let points = atomicLoad(&sums[first]);
  if (points < LEAST_POINTS) {
    return false;
  }
  // In edges^2.
  let unbiased = f32(points) / f32(points - 1u);
  let diagonal = unbiased * vec3f(meanPair(first, 0u), meanPair(first, 3u), meanPair(first, 5u));
  let frame = eigenFrame(
    diagonal,
    unbiased * meanPair(first, 1u),
    unbiased * meanPair(first, 2u),
    unbiased * meanPair(first, 4u),
  );
  let largest = max(frame.values.x, max(frame.values.y, frame.values.z));
  if (!(largest > ONE_PLACE * ONE_PLACE)) {
    return false;
  }
  let raised = max(frame.values, vec3f(LEAST_EIGENVALUE * largest)) * (edge * edge);
  let a = frame.v0 / raised.x;
  let b = frame.v1 / raised.y;
  let c = frame.v2 / raised.z;
  let x = a.x * frame.v0 + b.x * frame.v1 + c.x * frame.v2;
  let y = a.y * frame.v0 + b.y * frame.v1 + c.y * frame.v2;
  let z = a.z * frame.v0 + b.z * frame.v1 + c.z * frame.v2;
  let at = 3u * number;
  surface[at] = vec4f(x, y.y);
  surface[at + 1u] = vec4f(y.z, z.z, min(raised.x, min(raised.y, raised.z)), 0.0);
  return true;
}
