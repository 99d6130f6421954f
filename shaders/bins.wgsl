// Box of the bins that points are sorted into, repeatedly halved along its longest side. Bins are numbered cube by cube,
// of equally many bins along each axis, and along Hilbert's curve within a cube (Skilling, Programming the Hilbert curve,
// 2004): points with close bin numbers are near each other, and the curve does not jump as Morton's does. Points outside
// are assigned to the boundary bins.
// CPU twin: src-lab/gpu/bin-box.ts.

struct Bins {
  // Corner of the box with the smallest coordinates, m.
  origin: vec3f,
  // Number of halvings.
  halvings: u32,
  // Bins per metre along each axis, and log2 of the number of bins along it.
  scale: vec3f,
  points: u32,
  bits: vec3u,
  // Axis of each halving, two bits each, the first one lowest.
  axes: vec2u,
  // Axes by their number of bins, most first; those of a cube, and log2 of its bins along each.
  order: vec3u,
  cubeAxes: u32,
  cubeBits: u32,
  // Mean of the points, m: slots store coordinates relative to it.
  shift: vec3f,
  // First point and first bin of the cloud, and slots between its own and those of the cloud before it.
  firstPoint: u32,
  firstBin: u32,
  slotGap: u32,
}

// Clouds that are sorted together, by the number of the workgroup along y.
struct Sorting {
  clouds: array<Bins, 2>,
}

fn alongAxis(v: vec3u, axis: u32) -> u32 {
  return select(select(v.z, v.y, axis == 1u), v.x, axis == 0u);
}

// Bin number of a position.
fn binOf(bins: Bins, p: vec3f) -> u32 {
  let last = vec3f((vec3u(1u) << bins.bits) - 1u);
  let cell = vec3u(clamp((p - bins.origin) * bins.scale, vec3f(0.0), last));
  // The cube, by the first halvings of each axis.
  var number = 0u;
  var left = bins.bits;
  for (var k = 0u; k < bins.halvings; k++) {
    let axis = (select(bins.axes.x, bins.axes.y, k >= 16u) >> (2u * (k & 15u))) & 3u;
    let bit = alongAxis(left, axis);
    if (bit > bins.cubeBits) {
      number = (number << 1u) | ((alongAxis(cell, axis) >> (bit - 1u)) & 1u);
    }
    left -= select(vec3u(0u), vec3u(1u), vec3u(axis) == vec3u(0u, 1u, 2u));
  }
  return (number << (bins.cubeAxes * bins.cubeBits)) | placeInCube(bins, cell);
}

// Place of a cell along Hilbert's curve through its cube, which enters and leaves at corners along the first axis.
fn placeInCube(bins: Bins, cell: vec3u) -> u32 {
  let within = (1u << bins.cubeBits) - 1u;
  var x = alongAxis(cell, bins.order.x) & within;
  var y = alongAxis(cell, bins.order.y) & within;
  var z = select(0u, alongAxis(cell, bins.order.z) & within, bins.cubeAxes == 3u);
  let top = (1u << bins.cubeBits) >> 1u;
  for (var bit = top; bit > 1u; bit >>= 1u) {
    let lower = bit - 1u;
    x ^= select(0u, lower, (x & bit) != 0u);
    let swapY = (x ^ y) & lower;
    let turnsY = (y & bit) != 0u;
    x ^= select(swapY, lower, turnsY);
    y ^= select(swapY, 0u, turnsY);
    if (bins.cubeAxes == 3u) {
      let swapZ = (x ^ z) & lower;
      let turnsZ = (z & bit) != 0u;
      x ^= select(swapZ, lower, turnsZ);
      z ^= select(swapZ, 0u, turnsZ);
    }
  }
  y ^= x;
  z ^= y;
  let lastAxis = select(y, z, bins.cubeAxes == 3u);
  var flip = 0u;
  for (var bit = top; bit > 1u; bit >>= 1u) {
    flip ^= select(0u, bit - 1u, (lastAxis & bit) != 0u);
  }
  x ^= flip;
  y ^= flip;
  z ^= flip;
  var place = 0u;
  for (var k = bins.cubeBits; k > 0u; k--) {
    place = (place << 1u) | ((x >> (k - 1u)) & 1u);
    if (bins.cubeAxes >= 2u) {
      place = (place << 1u) | ((y >> (k - 1u)) & 1u);
    }
    if (bins.cubeAxes == 3u) {
      place = (place << 1u) | ((z >> (k - 1u)) & 1u);
    }
  }
  return place;
}
