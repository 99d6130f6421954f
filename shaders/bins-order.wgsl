// Orders the points within each bin by index. Each thread processes slots in a strided loop and moves the point of each
// to its rank in the bin: the same input then yields the same slots, and sums over them are bit-identical.
//   points    xyz of each point, m, relative to the local origin, except for bins.shift
//   placement bin and rank in the bin of each point
//   starts    first slot of each bin
//   members   index of the point in each slot, in arbitrary order
//   slots     bits of xyz and the point's index in the cloud, per slot: as floats, small indices might be flushed to
//   zero
//   counts    see bins-count.wgsl; set to zero again, for the next sorting
// Workgroup: WG threads (override). CPU twin: src-lab/gpu/bin-box.ts. Needs bins.wgsl.

override WG: u32 = 128;

// Ranking is quadratic in the points of a bin. A fuller bin, in a very uneven cloud, stays in arbitrary order: sums
// over it may then differ in the last bits between runs.
const MOST_RANKED: u32 = 4096;

@group(0) @binding(0) var<uniform> sorting: Sorting;
@group(0) @binding(1) var<storage, read> points: array<f32>;
@group(0) @binding(2) var<storage, read> placement: array<vec2u>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
@group(0) @binding(4) var<storage, read> members: array<u32>;
@group(0) @binding(5) var<storage, read_write> slots: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> counts: array<u32>;

@compute @workgroup_size(WG)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let bins = sorting.clouds[group.y];
  for (var k = id.x; k < bins.points; k += groups.x * WG) {
    let slot = bins.firstPoint + k;
    let i = members[slot];
    let bin = placement[i].x;
    let first = starts[bin];
    let end = starts[bin + 1u];
    var rank = slot - first;
    if (end - first <= MOST_RANKED) {
      rank = 0u;
      for (var other = first; other < end; other++) {
        rank += select(0u, 1u, members[other] < i);
      }
    }
    if (rank == 0u) {
      counts[bin] = 0u;
    }
    let p = vec3f(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    slots[first + rank + bins.slotGap] = vec4u(bitcast<vec3u>(p - bins.shift), i - bins.firstPoint);
  }
}
