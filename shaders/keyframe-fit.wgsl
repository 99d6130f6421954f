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

// High word of the size of a 64-bit sum, the halves of its low word, and its sign.
fn partsOf(at: u32) -> vec4f {
  var low = sums[at];
  var high = sums[at + 1u];
  let isNegative = high >= 0x80000000u;
  if (isNegative) {
    low = ~low + 1u;
    high = ~high + select(0u, 1u, low == 0u);
  }
  return vec4f(f32(high), f32(low >> 16u), f32(low & 0xffffu), select(1.0, -1.0, isNegative));
}

// Mean of three 64-bit sums. @param unit of the sums, a power of two
fn meanOf(at: u32, points: f32, unit: f32) -> Wide {
  let x = partsOf(at);
  let y = partsOf(at + 2u);
  let z = partsOf(at + 4u);
  let sign = unit * vec3f(x.w, y.w, z.w);
  let upper = wideSum(4294967296.0 * sign * vec3f(x.x, y.x, z.x), 65536.0 * sign * vec3f(x.y, y.y, z.y));
  let sum = plus(upper, Wide(sign * vec3f(x.z, y.z, z.z), vec3f(0.0)));
  let quotient = rounded(sum.high / points);
  let rest = minus(sum, wideProduct(quotient, vec3f(points)));
  return normalised(quotient, rest.high / points);
}

// What a * b leaves of c: the difference of two numbers that are often close.
fn lessProduct(c: Wide, a: Wide, b: Wide) -> vec3f {
  let product = wideProduct(a.high, b.high);
  return minus(c, normalised(product.high, product.low + (a.high * b.low + a.low * b.high))).high;
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
      let mean = meanOf(base + FIRST_SUM, points, 1.0 / UNITS);
      let firstRow = meanOf(base + FIRST_SUM + 6u, points, 1.0 / SQUARE_UNITS);
      let others = meanOf(base + FIRST_SUM + 12u, points, 1.0 / SQUARE_UNITS);
      let row = lessProduct(firstRow, Wide(mean.high.xxx, mean.low.xxx), mean);
      let rest = lessProduct(others, Wide(mean.high.yyz, mean.low.yyz), Wide(mean.high.yzz, mean.low.yzz));
      let eigen = planeEigen(vec3f(row.x, rest.x, rest.z), row.y, row.z, rest.y);
      let least = max(0.0, eigen.values.x);
      let middle = eigen.values.y;
      if (middle > 0.0 && middle >= keyframe.minSpread * eigen.values.z) {
        state = SLOT_WITH_PLANE;
        planes[to + 1u] = bitcast<vec4u>(vec4f(edge * mean.high, edge * sqrt(least)));
        planes[to + 2u] = bitcast<vec4u>(vec4f(eigen.vector, sqrt(least / (points * middle))));
      }
    }
    planes[to] = vec4u(head.xyz, state);
  }
}
