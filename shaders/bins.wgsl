// The box that points are sorted into, halved again and again along its longest side: the bins are numbered along
// Morton's curve, so that points whose numbers are near lie near. Points outside the box count to the bins at its sides.
// CPU twin: src-core/lab/gpu/bin-box.ts.

struct Bins {
  // Corner of the box with the smallest coordinates, m.
  origin: vec3f,
  // How often the box is halved.
  halvings: u32,
  // Bins for each metre along each axis, and log2 of how many there are.
  scale: vec3f,
  points: u32,
  bits: vec3u,
  // The axis of each halving, two bits each, the first one lowest.
  axes: vec2u,
  // The mean of the points, m: slots hold them about it.
  shift: vec3f,
}

// The number of the bin of a place.
fn binOf(bins: Bins, p: vec3f) -> u32 {
  let last = vec3f((vec3u(1u) << bins.bits) - 1u);
  // The highest bit of each coordinate's bin at the top; an axis without bins has nothing to shift.
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
