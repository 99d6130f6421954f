// Adds the points of a keyframe to the sums of their bins; a thread processes one point on one level. A bin that has no
// slot yet takes the first free one after its hash. Threads never wait for one another: a slot taken in this dispatch
// names the pixel of a point, from which everyone computes its bin.
//   placed   see keyframe-place.wgsl
//   planes   heads of the slots, see scan-planes.wgsl
//   owners, sums, tallies  see keyframe.wgsl
//   changed  slots that received points, in no order
// Workgroup: WG threads (override); y counts levels. CPU twin: src-core/odometry/match/plane-map.ts.
// Needs rigid.wgsl, scan-options.wgsl, scan-bins.wgsl, wide.wgsl, keyframe.wgsl, keyframe-bins.wgsl.

@group(0) @binding(3) var<storage, read> planes: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> owners: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> sums: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> tallies: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> changed: array<u32>;

const NO_SLOT: u32 = 0xffffffff;

// @param bin index in the map
fn slotOf(bin: vec3i, level: u32, pixel: u32) -> u32 {
  let table = options.tables[level];
  var place = binHash(bin) & table.y;
  // The host sees to it that there is room; the bound keeps a thread from looking for ever.
  for (var tried = 0u; tried <= table.y; ) {
    let slot = table.x + place;
    var owner = atomicLoad(&owners[slot]);
    if (owner == NOBODY) {
      let taken = atomicCompareExchangeWeak(&owners[slot], NOBODY, pixel + 1u);
      if (taken.exchanged) {
        return slot;
      }
      owner = taken.old_value;
      if (owner == NOBODY) {
        continue; // the exchange may fail for no reason
      }
    }
    var theirs = bitcast<vec3i>(planes[SLOT_VECTORS * slot].xyz);
    if (owner != BY_HEAD) {
      theirs = placedBin(placedAt(owner - 1u), level) + firstBin(level);
    }
    if (all(theirs == bin)) {
      return slot;
    }
    place = (place + 1u) & table.y;
    tried++;
  }
  return NO_SLOT;
}

// Adds to a 64-bit sum.
fn addWide(at: u32, value: i32) {
  let low = bitcast<u32>(value);
  let before = atomicAdd(&sums[at], low);
  // What is carried, and the high word of a negative number.
  let high = select(0u, 1u, before + low < before) - select(0u, 1u, value < 0);
  if (high != 0u) {
    atomicAdd(&sums[at + 1u], high);
  }
}

fn addThree(at: u32, values: vec3f) {
  let whole = vec3i(round(values));
  addWide(at, whole.x);
  addWide(at + 2u, whole.y);
  addWide(at + 4u, whole.z);
}

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let pixel = id.x;
  let level = id.y;
  if (pixel >= options.beams * options.columns) {
    return;
  }
  if (placed[2u * pixel].w == 0.0) {
    return;
  }
  let x = placedAt(pixel);
  let local = placedBin(x, level);
  let slot = slotOf(local + firstBin(level), level, pixel);
  if (slot == NO_SLOT) {
    return;
  }
  let d = fromCentre(x, local, level) / binEdge(level);
  let at = SUM_WORDS * slot;
  atomicAdd(&sums[at], 1u);
  addThree(at + FIRST_SUM, UNITS * d);
  addThree(at + FIRST_SUM + 6u, SQUARE_UNITS * (d.x * d));
  addThree(at + FIRST_SUM + 12u, SQUARE_UNITS * (d.yyz * d.yzz));
  if (atomicExchange(&sums[at + IS_CHANGED], 1u) == 0u) {
    changed[atomicAdd(&tallies[CHANGED], 1u)] = slot;
  }
}
