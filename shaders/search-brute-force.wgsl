// Nearest point by looking at all of them: the workgroup loads the target tile by tile into workgroup memory and every
// thread passes over the tile. CPU twin: src-core/registration/brute-force.ts. Needs match.wgsl, WG.

var<workgroup> tile: array<vec4u, WG>;

fn nearest(p: vec3f, wanted: bool, near: Match) -> Match {
  var best = near;
  let count = options.targetCount;
  for (var first = 0u; first < count; first += WG) {
    let slot = first + threadOfWorkgroup;
    if (slot < count) {
      tile[threadOfWorkgroup] = slots[slot];
    }
    workgroupBarrier();
    let length = min(WG, count - first);
    if (wanted) {
      for (var k = 0u; k < length; k++) {
        let point = tile[k];
        let squared = squaredDistance(bitcast<vec3f>(point.xyz), p);
        if (squared < best.squared || (squared == best.squared && point.w < best.index)) {
          best = Match(first + k, point.w, squared);
        }
      }
    }
    workgroupBarrier();
  }
  return best;
}
