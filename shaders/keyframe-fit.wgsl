// Fits the planes of the bins that changed from the sums of their points; a thread processes one bin.
//   placed   see keyframe-place.wgsl
//   changed  see keyframe-add.wgsl
//   planes   all slots, see scan-planes.wgsl
//   owners, sums, tallies  see keyframe.wgsl
// Workgroup: WG threads (override). CPU twin: src-core/odometry/match/plane-map.ts.
// Needs jacobi.wgsl, eigen3.wgsl, rigid.wgsl, scan-options.wgsl, scan-bins.wgsl, wide.wgsl, keyframe.wgsl,
// keyframe-bins.wgsl.

@group(0) @binding(3) var<storage, read> changed: array<u32>;
@group(0) @binding(4) var<storage, read_write> planes: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> owners: array<u32>;
@group(0) @binding(6) var<storage, read_write> sums: array<u32>;
@group(0) @binding(7) var<storage, read_write> tallies: array<atomic<u32>>;

// A 64-bit sum as a float. Its size first: a small negative number would lose its digits in the low word.
fn wide(at: u32) -> f32 {
  var low = sums[at];
  var high = sums[at + 1u];
  let isNegative = high >= 0x80000000u;
  if (isNegative) {
    low = ~low + 1u;
    high = ~high + select(0u, 1u, low == 0u);
  }
  let size = f32(high) * 4294967296.0 + f32(low);
  return select(size, -size, isNegative);
}

fn wideThree(at: u32) -> vec3f {
  return vec3f(wide(at), wide(at + 2u), wide(at + 4u));
}

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = atomicLoad(&tallies[CHANGED]);
  for (var i = id.x; i < count; i += WG * groups.x) {
    let slot = changed[i];
    let level = levelOf(slot);
    let base = SUM_WORDS * slot;
    let to = SLOT_VECTORS * slot;
    sums[base + IS_CHANGED] = 0u;

    var head = planes[to];
    let owner = owners[slot];
    if (owner != BY_HEAD) {
      let bin = placedBin(placedAt(owner - 1u), level) + firstBin(level);
      head = vec4u(bitcast<vec3u>(bin), SLOT_NEW);
      owners[slot] = BY_HEAD;
    }
    if (head.w == SLOT_NEW) {
      atomicAdd(&tallies[USED + level], 1u);
    }
    if (head.w == SLOT_NEW || head.w == SLOT_DROPPED) {
      atomicAdd(&tallies[ALIVE + level], 1u);
    }

    var state = SLOT_BARE;
    if (sums[base] >= keyframe.minPoints) {
      let points = f32(sums[base]);
      let edge = binEdge(level);
      let mean = wideThree(base + FIRST_SUM) / (UNITS * points);
      let row = wideThree(base + FIRST_SUM + 6u) / (SQUARE_UNITS * points) - mean.x * mean;
      let rest = wideThree(base + FIRST_SUM + 12u) / (SQUARE_UNITS * points) - mean.yyz * mean.yzz;
      let eigen = planeEigen(vec3f(row.x, rest.x, rest.z), row.y, row.z, rest.y);
      let least = max(0.0, eigen.values.x);
      let middle = eigen.values.y;
      if (middle > 0.0 && middle >= keyframe.minSpread * eigen.values.z) {
        state = SLOT_WITH_PLANE;
        planes[to + 1u] = bitcast<vec4u>(vec4f(edge * mean, edge * sqrt(least)));
        planes[to + 2u] = bitcast<vec4u>(vec4f(eigen.vector, sqrt(least / (points * middle))));
      }
    }
    planes[to] = vec4u(head.xyz, state);
  }
}
