// Drops the bins whose centre is out of reach of the sensor; threads go through all slots.
//   planes   all slots, see scan-planes.wgsl
//   sums, tallies  see keyframe.wgsl
// Workgroup: WG threads (override). CPU twin: `keepWithin` of src-core/odometry/match/plane-map.ts.
// Needs rigid.wgsl, scan-options.wgsl, scan-bins.wgsl, keyframe.wgsl.

@group(0) @binding(2) var<storage, read_write> planes: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> sums: array<u32>;
@group(0) @binding(4) var<storage, read_write> tallies: array<atomic<u32>>;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let last = options.tables[options.levels - 1u];
  let slots = last.x + last.y + 1u;
  for (var slot = id.x; slot < slots; slot += WG * groups.x) {
    let head = planes[SLOT_VECTORS * slot];
    if (head.w != SLOT_WITH_PLANE && head.w != SLOT_BARE) {
      continue;
    }
    let level = levelOf(slot);
    let local = vec3f(bitcast<vec3i>(head.xyz) - firstBin(level));
    let off = (local + 0.5) * binEdge(level) - keyframe.translation;
    if (dot(off, off) <= keyframe.radius * keyframe.radius) {
      continue;
    }
    planes[SLOT_VECTORS * slot].w = SLOT_DROPPED;
    for (var k = 0u; k < SUM_WORDS; k++) {
      sums[SUM_WORDS * slot + k] = 0u;
    }
    atomicSub(&tallies[ALIVE + level], 1u);
  }
}
