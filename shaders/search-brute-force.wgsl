// Nearest point by brute force: the workgroup loads the target tile by tile into workgroup memory, and the lanes of a
// query share each tile. CPU twin: src-lab/search/brute-force.ts. Needs match.wgsl, WG, LANES.

var<workgroup> tile: array<vec4u, WG>;

fn nearest(p: vec3f, wanted: bool, near: Match, isFirstPass: bool) -> Match {
  var best = near;
  let count = options.targetCount;
  for (var first = 0u; first < count; first += WG) {
    let slot = min(first + threadOfWorkgroup, count - 1u);
    tile[threadOfWorkgroup] = slots[slot];
    workgroupBarrier();
    // The last tile is padded with the last point, which is tested again.
    for (var k = laneOfQuery; k < WG; k += LANES) {
      let point = tile[k];
      let squared = squaredDistance(bitcast<vec3f>(point.xyz), p);
      if (squared < best.squared || (squared == best.squared && point.w < best.index)) {
        best = Match(min(first + k, count - 1u), point.w, squared);
      }
    }
    workgroupBarrier();
  }
  return best;
}
