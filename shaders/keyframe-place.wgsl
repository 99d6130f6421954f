// Places the returns of a keyframe: de-skews them and transforms them to the map; a thread processes one pixel.
//   points   see scan-points.wgsl
//   columnPoses  per column: 12 numbers (rotation row by row, then translation, m) to the middle of the rotation, then
//                what a float leaves out of each
//   placed   per pixel: position relative to the origin (m) and 1, then what floats leave out of it; 0 for no return
//   tallies  see keyframe.wgsl; no bin has changed yet
// To 1e-10 m, but for the rounding to f32 that the CPU has, too: poses part where a point falls into another bin.
// Workgroup: WG threads (override). CPU twins: src-core/odometry/frame/deskew.ts, src-core/odometry/match/submap.ts.
// Needs rigid.wgsl, scan-options.wgsl, wide.wgsl, keyframe.wgsl.

@group(0) @binding(2) var<storage, read> points: array<vec4f>;
@group(0) @binding(3) var<storage, read> columnPoses: array<f32>;
@group(0) @binding(4) var<storage, read_write> placed: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> tallies: array<u32>;

const POSE_WORDS: u32 = 12;

// Three numbers of a column's pose, `step` apart.
fn ofColumn(at: u32, step: u32) -> Wide {
  let low = at + POSE_WORDS;
  return Wide(
    vec3f(columnPoses[at], columnPoses[at + step], columnPoses[at + 2u * step]),
    vec3f(columnPoses[low], columnPoses[low + step], columnPoses[low + 2u * step]),
  );
}

fn transformed(x: Wide, y: Wide, z: Wide, t: Wide, p: vec3f) -> Wide {
  return plus(plus(plus(times(x, p.xxx), times(y, p.yyy)), times(z, p.zzz)), t);
}

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let pixel = id.x;
  if (pixel == 0u) {
    tallies[CHANGED] = 0u;
  }
  if (pixel >= options.beams * options.columns) {
    return;
  }
  let point = points[pixel];
  if (point.w == NO_RETURN) {
    placed[2u * pixel] = vec4f(0.0);
    return;
  }
  let at = 2u * POSE_WORDS * (pixel % options.columns);
  let p = transformed(ofColumn(at, 3u), ofColumn(at + 1u, 3u), ofColumn(at + 2u, 3u), ofColumn(at + 9u, 1u), point.xyz).high;
  let x = transformed(
    Wide(keyframe.rotation[0], keyframe.rotationLow[0]),
    Wide(keyframe.rotation[1], keyframe.rotationLow[1]),
    Wide(keyframe.rotation[2], keyframe.rotationLow[2]),
    Wide(keyframe.translation, keyframe.translationLow),
    p,
  );
  placed[2u * pixel] = vec4f(x.high, 1.0);
  placed[2u * pixel + 1u] = vec4f(x.low, 0.0);
}
