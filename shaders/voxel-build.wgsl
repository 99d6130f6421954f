// Voxels of a cloud: their edge, their number, and sums over the points of each, one dispatch after another:
// `measureExtent`, `countVoxels` per round of the edge, `numberVoxels`, then sums. A voxel is found by a table of the
// points that came first in it; which one did, and so the voxels' numbers, is left to chance, but nothing depends on it:
// sums are of whole numbers, the same in every order.
//   build     parameters of this dispatch
//   slots     bits of xyz (m) and the point's index per slot, see match.wgsl
//   table     two tables of build.size: slot of a voxel's first point, plus 1; 0 for none. Rounds use them in turns
//             after them, for each place of the two: points in the voxel, in a round; at the end its number plus 1
//   voxels    edge (m) of each round and what came of it
//   members   place in the table of the voxel of each slot
//   sums      SUMS per voxel: the points, four words for each value of -1 to 1 (see addValue), the points with a normal,
//             and the first slot of the voxel, taken off the greatest number
//   normals   unit normal of each point by its index; 0 0 0 for none
// Workgroup: WG threads (override). CPU twins: src-lab/methods/voxel-edge.ts, vgicp.ts, voxel-distributions.ts.
// Needs voxel-table.wgsl, tangent.wgsl.

override WG: u32 = 256;

const SUMS: u32 = 39;
const PLACE_SUMS: u32 = 1; // place, in edges from the voxel's first point, 3 values
// xx xy xz yy yz zz of normals in the voxel's frame, or of places about their mean (edges^2), 6 values.
const PAIR_SUMS: u32 = 13;
const NORMAL_SUM: u32 = 37;
const FIRST_SLOT: u32 = 38;
const ROUNDS: u32 = 7;

struct Build {
  count: u32,
  // Places of a table, a power of two of at least twice the points.
  size: u32,
  round: u32,
  // Points of a voxel on the mean that is sought; 1 for a mean over voxels, 0 over points (voxel-edge.ts).
  wanted: f32,
  overVoxels: u32,
  // Edge given by the user, m; 0 for none.
  givenEdge: f32,
}

struct Round {
  edge: f32,
  occupied: atomic<u32>,
  // Sum over the points of the points in their voxel, in units of 1, 2^10 and 2^20.
  low: atomic<u32>,
  middle: atomic<u32>,
  high: atomic<u32>,
}

struct Voxels {
  // Bits of the largest coordinate, which is not negative.
  extent: atomic<u32>,
  count: atomic<u32>,
  rounds: array<Round, ROUNDS>,
}

@group(0) @binding(0) var<uniform> build: Build;
@group(0) @binding(1) var<storage, read> slots: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> voxels: Voxels;
@group(0) @binding(5) var<storage, read_write> members: array<u32>;
@group(0) @binding(6) var<storage, read_write> sums: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read> normals: array<vec4f>;

var<workgroup> groupSums: array<atomic<u32>, 4>;

// Where the count or the number of a voxel stands, by its place in the two tables.
fn tallyOf(place: u32) -> u32 {
  return 2u * build.size + place;
}

fn pointOf(slot: u32) -> vec3f {
  return bitcast<vec3f>(slots[slot].xyz);
}

// Edge in this round: the given one, or the last one corrected by what it held, as a surface grows with its square.
fn edgeNow() -> f32 {
  if (build.givenEdge > 0.0) {
    return build.givenEdge;
  }
  let extent = bitcast<f32>(atomicLoad(&voxels.extent));
  if (extent == 0.0) {
    return 1.0;
  }
  let points = f32(build.count);
  if (build.round == 0u) {
    return 2.0 * extent / sqrt(max(1.0, points / build.wanted));
  }
  let last = build.round - 1u;
  let occupied = f32(atomicLoad(&voxels.rounds[last].occupied));
  let squares = f32(atomicLoad(&voxels.rounds[last].low)) + 1024.0 * f32(atomicLoad(&voxels.rounds[last].middle))
    + 1048576.0 * f32(atomicLoad(&voxels.rounds[last].high));
  let mean = select(squares / points, points / occupied, build.overVoxels == 1u);
  return voxels.rounds[last].edge * sqrt(build.wanted / mean);
}

struct Place {
  // In the table.
  at: u32,
  isNew: bool,
}

// Place of a point's voxel in a table, which it takes if it comes first.
fn placeOf(slot: u32, table0: u32, inverseEdge: f32) -> Place {
  let cell = cellOf(pointOf(slot), inverseEdge);
  var at = hashOf(cell) % build.size;
  loop {
    let owner = atomicLoad(&table[table0 + at]);
    if (owner == 0u) {
      if (atomicCompareExchangeWeak(&table[table0 + at], 0u, slot + 1u).exchanged) {
        return Place(at, true);
      }
    } else if (all(cellOf(pointOf(owner - 1u), inverseEdge) == cell)) {
      return Place(at, false);
    } else {
      at = (at + 1u) % build.size;
    }
  }
}

@compute @workgroup_size(WG)
fn measureExtent(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  var extent = 0.0;
  for (var slot = group.x * WG + thread; slot < build.count; slot += groups.x * WG) {
    let p = abs(pointOf(slot));
    extent = max(extent, max(p.x, max(p.y, p.z)));
  }
  atomicMax(&groupSums[0], bitcast<u32>(extent));
  workgroupBarrier();
  if (thread == 0u) {
    atomicMax(&voxels.extent, atomicLoad(&groupSums[0]));
  }
}

// One round: counts the points of each voxel, and makes the other table ready for the next.
@compute @workgroup_size(WG)
fn countVoxels(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let edge = edgeNow();
  let own = build.size * (build.round % 2u);
  let other = build.size - own;
  for (var at = group.x * WG + thread; at < build.size; at += groups.x * WG) {
    atomicStore(&table[other + at], 0u);
    atomicStore(&table[tallyOf(other + at)], 0u);
  }
  for (var slot = group.x * WG + thread; slot < build.count; slot += groups.x * WG) {
    let place = placeOf(slot, own, 1.0 / edge);
    // n^2 is the sum of the first n odd numbers.
    let odd = 2u * atomicAdd(&table[tallyOf(own + place.at)], 1u) + 1u;
    atomicAdd(&groupSums[0], select(0u, 1u, place.isNew));
    atomicAdd(&groupSums[1], odd & 1023u);
    atomicAdd(&groupSums[2], (odd >> 10u) & 1023u);
    atomicAdd(&groupSums[3], odd >> 20u);
  }
  workgroupBarrier();
  if (thread == 0u) {
    atomicAdd(&voxels.rounds[build.round].occupied, atomicLoad(&groupSums[0]));
    atomicAdd(&voxels.rounds[build.round].low, atomicLoad(&groupSums[1]));
    atomicAdd(&voxels.rounds[build.round].middle, atomicLoad(&groupSums[2]));
    atomicAdd(&voxels.rounds[build.round].high, atomicLoad(&groupSums[3]));
    if (group.x == 0u) {
      voxels.rounds[build.round].edge = edge;
    }
  }
}

@compute @workgroup_size(WG)
fn numberVoxels(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let edge = edgeNow();
  let own = build.size * (build.round % 2u);
  for (var slot = group.x * WG + thread; slot < build.count; slot += groups.x * WG) {
    let place = placeOf(slot, own, 1.0 / edge);
    members[slot] = place.at;
    if (place.isNew) {
      atomicStore(&table[tallyOf(own + place.at)], atomicAdd(&voxels.count, 1u) + 1u);
    }
  }
  if (thread == 0u && group.x == 0u) {
    voxels.rounds[build.round].edge = edge;
  }
}

// Adds a value of -1 to 1, in parts of 2^40 split into four signed words of ten bits: sums of 2^20 points fit.
fn addValue(at: u32, value: f32) {
  let coarse = min(abs(value), 1.0) * 1048576.0;
  let upper = floor(coarse);
  let high = u32(upper);
  let low = u32(round((coarse - upper) * 1048576.0));
  addSigned(at, low & 1023u, value);
  addSigned(at + 1u, low >> 10u, value);
  addSigned(at + 2u, high & 1023u, value);
  addSigned(at + 3u, high >> 10u, value);
}

fn addSigned(at: u32, parts: u32, value: f32) {
  if (parts != 0u) {
    atomicAdd(&sums[at], select(parts, 0u - parts, value < 0.0));
  }
}

fn addPairs(at: u32, squares: vec3f, mixed: vec3f) {
  addValue(at, squares.x);
  addValue(at + 4u, mixed.x);
  addValue(at + 8u, mixed.y);
  addValue(at + 12u, squares.y);
  addValue(at + 16u, mixed.z);
  addValue(at + 20u, squares.z);
}

// First sum of the voxel of a slot.
fn sumsOf(slot: u32) -> u32 {
  return SUMS * (atomicLoad(&table[tallyOf(build.size * (build.round % 2u) + members[slot])]) - 1u);
}

fn signedSum(at: u32) -> f32 {
  return f32(bitcast<i32>(atomicLoad(&sums[at])));
}

// Mean of a value over the points of a voxel.
fn meanValue(at: u32, points: u32) -> f32 {
  let fine = signedSum(at) + 1024.0 * signedSum(at + 1u);
  let coarse = signedSum(at + 2u) + 1024.0 * signedSum(at + 3u);
  return (coarse / 1048576.0 + fine / 1099511627776.0) / f32(points);
}

fn meanPlace(first: u32) -> vec3f {
  let points = atomicLoad(&sums[first]);
  let at = first + PLACE_SUMS;
  return vec3f(meanValue(at, points), meanValue(at + 4u, points), meanValue(at + 8u, points));
}

// Mean of one of the six products.
fn meanPair(first: u32, number: u32) -> f32 {
  return meanValue(first + PAIR_SUMS + 4u * number, atomicLoad(&sums[first]));
}

// Normal of the first point of a voxel, to whose frame its other normals are referred; an axis if it has none.
fn referenceOf(first: u32) -> vec3f {
  let n = normals[slots[0xffffffffu - atomicLoad(&sums[first + FIRST_SLOT])].w].xyz;
  return select(n, vec3f(0.0, 0.0, 1.0), all(n == vec3f(0.0)));
}

// Place of the first point of a voxel, m.
fn firstPoint(first: u32) -> vec3f {
  return pointOf(0xffffffffu - atomicLoad(&sums[first + FIRST_SLOT]));
}

@compute @workgroup_size(WG)
fn countPoints(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var slot = group.x * WG + thread; slot < build.count; slot += groups.x * WG) {
    let first = sumsOf(slot);
    atomicAdd(&sums[first], 1u);
    atomicMax(&sums[first + FIRST_SLOT], 0xffffffffu - slot);
  }
}

@compute @workgroup_size(WG)
fn sumPlaces(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let inverseEdge = 1.0 / voxels.rounds[build.round].edge;
  for (var slot = group.x * WG + thread; slot < build.count; slot += groups.x * WG) {
    let first = sumsOf(slot);
    let place = (pointOf(slot) - firstPoint(first)) * inverseEdge;
    addValue(first + PLACE_SUMS, place.x);
    addValue(first + PLACE_SUMS + 4u, place.y);
    addValue(first + PLACE_SUMS + 8u, place.z);
  }
}

@compute @workgroup_size(WG)
fn sumNormals(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var slot = group.x * WG + thread; slot < build.count; slot += groups.x * WG) {
    let n = normals[slots[slot].w].xyz;
    let first = sumsOf(slot);
    let r = referenceOf(first);
    let x = tangentOf(r);
    let d = vec3f(dot(x, n), dot(cross(r, x), n), dot(r, n));
    atomicAdd(&sums[first + NORMAL_SUM], select(0u, 1u, any(n != vec3f(0.0))));
    addPairs(first + PAIR_SUMS, d * d, d.xxy * d.yzz);
  }
}

@compute @workgroup_size(WG)
fn sumScatter(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let inverseEdge = 1.0 / voxels.rounds[build.round].edge;
  for (var slot = group.x * WG + thread; slot < build.count; slot += groups.x * WG) {
    let first = sumsOf(slot);
    let d = (pointOf(slot) - firstPoint(first)) * inverseEdge - meanPlace(first);
    addPairs(first + PAIR_SUMS, d * d, d.xxy * d.yzz);
  }
}
