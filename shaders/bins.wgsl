// The box of cubic bins that points are sorted into. Points outside the box count to the bins at its sides, which so
// reach out to infinity. CPU twin: src-core/registration/point-bins.ts.

struct Bins {
  // Corner of the box with the smallest coordinates, m.
  origin: vec3f,
  // Edge of a bin, m, and its inverse.
  edge: f32,
  size: vec3u,
  inverse: f32,
}

// The bin of a place along each axis; never falls where the coordinate rises.
fn binAt(bins: Bins, p: vec3f) -> vec3u {
  let last = vec3f(bins.size) - 1.0;
  return vec3u(clamp((p - bins.origin) * bins.inverse, vec3f(0.0), last));
}

fn binIndex(bins: Bins, bin: vec3u) -> u32 {
  return bin.x + bins.size.x * (bin.y + bins.size.y * bin.z);
}

// What f32 may lose of a coordinate in the arithmetic of bins and walls, in parts of its size.
const BIN_SLACK: f32 = 1e-6;

struct BinRange {
  low: vec3u,
  high: vec3u,
}

// Bins that hold all points within `reach` of p.
fn binsWithin(bins: Bins, p: vec3f, reach: f32) -> BinRange {
  let far = vec3f(reach) + BIN_SLACK * (abs(bins.origin) + abs(p) + reach);
  return BinRange(binAt(bins, p - far), binAt(bins, p + far));
}

fn isEverywhere(bins: Bins, range: BinRange) -> bool {
  return all(range.low == vec3u(0u)) && all(range.high + 1u == bins.size);
}

// At most the distance from p to the bins of one index along one axis.
fn distanceToBins(bins: Bins, p: f32, origin: f32, bin: u32, size: u32) -> f32 {
  let wall = origin + f32(bin) * bins.edge;
  let slack = BIN_SLACK * (abs(wall) + abs(p) + abs(origin));
  let below = select(0.0, wall - p, bin > 0u);
  let above = select(0.0, p - wall - bins.edge, bin + 1u < size);
  return max(max(below, above) - slack, 0.0);
}
