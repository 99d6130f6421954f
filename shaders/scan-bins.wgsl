// Bins of the submap about the origin of a scan. Levels are counted from the finest, each twice as coarse as the one
// before it. CPU twin: src-core/odometry/match/plane-map.ts. Needs scan-options.wgsl.

// Must match `binHash` of plane-map.ts.
fn binHash(bin: vec3i) -> u32 {
  let h = bitcast<u32>((bin.x * 73856093) ^ (bin.y * 19349669) ^ (bin.z * 83492791));
  return h ^ (h >> 15u);
}

// Bin that contains a position, counted from the origin. @param x relative to the origin, m
fn localBin(x: vec3f, level: u32) -> vec3i {
  return vec3i(floor(x * (options.inverse / f32(1u << level))));
}

// Index in the map of the bin at the origin.
fn firstBin(level: u32) -> vec3i {
  return options.originBin * i32(1u << (options.levels - 1u - level));
}

// Edge of the bins of a level, m.
fn binEdge(level: u32) -> f32 {
  return options.edge * f32(1u << level);
}

// Level of a slot of the tables.
fn levelOf(slot: u32) -> u32 {
  var level = 0u;
  while (level + 1u < options.levels && slot >= options.tables[level + 1u].x) {
    level++;
  }
  return level;
}
