// Box of the bins that points are sorted into, repeatedly halved along its longest side: bins are numbered along the
// Morton curve, so that points with close bin numbers are near each other. Points outside are assigned to the boundary
// bins.
// CPU twin: src-core/lab/gpu/bin-box.ts.

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
  // Mean of the points, m: slots store coordinates relative to it.
  shift: vec3f,
}

// Bin number of a position.
fn binOf(bins: Bins, p: vec3f) -> u32 {
  let last = vec3f((vec3u(1u) << bins.bits) - 1u);
  // Aligns the highest bit of each coordinate's bin to the top; an axis without bins has nothing to shift.
  var rest = vec3u(clamp((p - bins.origin) * bins.scale, vec3f(0.0), last)) << ((32u - bins.bits) & vec3u(31u));
  var number = 0u;
  for (var k = 0u; k < bins.halvings; k++) {
    let axis = (select(bins.axes.x, bins.axes.y, k >= 16u) >> (2u * (k & 15u))) & 3u;
    let chosen = vec3u(axis) == vec3u(0u, 1u, 2u);
    let bit = select(select(rest.z, rest.y, axis == 1u), rest.x, axis == 0u) >> 31u;
    number = (number << 1u) | bit;
    rest = select(rest, rest << vec3u(1u), chosen);
  }
  return number;
}
