// Moves the bins that have points from one set of tables, or from lists without gaps, to larger or cleaner tables; a
// thread processes one bin at a time. No two are of the same bin.
//   planesFrom, sumsFrom  slots of the old tables
//   planes, sums, owners, tallies  of the new ones, see keyframe.wgsl; all 0 but the number of bins
//   changed   slots of all bins moved, in no order
// Workgroup: WG threads (override). CPU twin: `#rehash` of src-core/odometry/match/plane-map.ts.
// Needs rigid.wgsl, scan-options.wgsl, scan-bins.wgsl, keyframe.wgsl.

struct Move {
  // Per level: first slot of the old table, and number of slots.
  tables: array<vec4u, 8>,
}

@group(0) @binding(2) var<uniform> old: Move;
@group(0) @binding(3) var<storage, read> planesFrom: array<vec4u>;
@group(0) @binding(4) var<storage, read> sumsFrom: array<u32>;
@group(0) @binding(5) var<storage, read_write> planes: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> sums: array<u32>;
@group(0) @binding(7) var<storage, read_write> owners: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> tallies: array<atomic<u32>>;
@group(0) @binding(9) var<storage, read_write> changed: array<u32>;

fn moveBin(source: u32, level: u32) {
  let head = planesFrom[SLOT_VECTORS * source];
  if (sumsFrom[SUM_WORDS * source] == 0u) {
    return;
  }
  let table = options.tables[level];
  var place = binHash(bitcast<vec3i>(head.xyz)) & table.y;
  loop {
    let taken = atomicCompareExchangeWeak(&owners[table.x + place], NOBODY, BY_HEAD);
    if (taken.exchanged) {
      break;
    }
    if (taken.old_value != NOBODY) {
      place = (place + 1u) & table.y;
    }
  }
  let to = table.x + place;
  for (var k = 0u; k < SLOT_VECTORS; k++) {
    planes[SLOT_VECTORS * to + k] = planesFrom[SLOT_VECTORS * source + k];
  }
  for (var k = 0u; k < SUM_WORDS; k++) {
    sums[SUM_WORDS * to + k] = sumsFrom[SUM_WORDS * source + k];
  }
  atomicAdd(&tallies[USED + level], 1u);
  changed[atomicAdd(&tallies[CHANGED], 1u)] = to;
}

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var level = 0u; level < options.levels; level++) {
    for (var k = id.x; k < old.tables[level].y; k += WG * groups.x) {
      moveBin(old.tables[level].x + k, level);
    }
  }
}
