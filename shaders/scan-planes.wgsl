// Submap on the device: one open-addressed table of bins per level, all in one array of slots. A slot is three vec4u:
//   bin index x y z in the map (i32), state of the slot (keyframe.wgsl)
//   mean relative to the bin's centre (m, f32), standard deviation along the normal (m)
//   unit normal, standard deviation of its tilt (rad)
// Bin indices are integers in the map frame and means are relative to the bin, so that nothing is rewritten when the
// origin moves. CPU twins: src-core/odometry/match/plane-map.ts, src-core/odometry/match/submap.ts. Needs
// scan-options.wgsl, scan-bins.wgsl.

const SLOT_EMPTY: u32 = 0;
const SLOT_PLANE: u32 = 1;

struct Plane {
  found: bool,
  point: vec3f,
  normal: vec3f,
  sigma: f32,
  tilt: f32,
}

// Plane of the finest bin with a plane that contains a position. @param x relative to the origin, m
fn planeAt(x: vec3f) -> Plane {
  for (var level = 0u; level < options.levels; level++) {
    let local = localBin(x, level);
    let bin = local + firstBin(level);
    let table = options.tables[level];
    var slot = binHash(bin) & table.y;
    loop {
      let at = 3u * (table.x + slot);
      let head = planes[at];
      if (head.w == SLOT_EMPTY) {
        break;
      }
      if (all(bitcast<vec3i>(head.xyz) == bin)) {
        if (head.w == SLOT_PLANE) {
          let mean = bitcast<vec4f>(planes[at + 1u]);
          let normal = bitcast<vec4f>(planes[at + 2u]);
          let centre = (vec3f(local) + 0.5) * binEdge(level);
          return Plane(true, centre + mean.xyz, normal.xyz, mean.w, normal.w);
        }
        break;
      }
      slot = (slot + 1u) & table.y;
    }
  }
  return Plane(false, vec3f(0.0), vec3f(0.0), 0.0, 0.0);
}
