// Bins of the points of a keyframe, to the last bit that matters: the f32 of scan-bins.wgsl would send one point in a
// hundred thousand to the next bin. CPU twin: src-core/odometry/match/plane-map.ts.
// Needs rigid.wgsl, scan-options.wgsl, scan-bins.wgsl, wide.wgsl, keyframe.wgsl.

// Per pixel two vectors, see keyframe-place.wgsl.
@group(0) @binding(2) var<storage, read> placed: array<vec4f>;

fn placedAt(pixel: u32) -> Wide {
  return Wide(placed[2u * pixel].xyz, placed[2u * pixel + 1u].xyz);
}

// Bin of a level, counted from the origin.
fn placedBin(x: Wide, level: u32) -> vec3i {
  let share = 1.0 / f32(1u << level);
  let inverse = Wide(vec3f(options.inverse * share), vec3f(keyframe.inverseLow * share));
  let whole = times(inverse, x.high);
  return vec3i(floorOf(normalised(whole.high, whole.low + inverse.high * x.low)));
}

// Position relative to the centre of that bin, m.
fn fromCentre(x: Wide, local: vec3i, level: u32) -> vec3f {
  let scale = f32(1u << level);
  let centre = times(Wide(vec3f(options.edge * scale), vec3f(keyframe.edgeLow * scale)), vec3f(local) + 0.5);
  return minus(x, centre).high;
}
