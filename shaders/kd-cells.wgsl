// Cells of a k-d tree on all levels (Zabatani and Bronstein, 4.2), in kernels: `leaves`, then `parents` level by level
// upwards, give each node the mean of its points; `planes` the plane that splits a node.
//   level      nodes of this dispatch
//   structure  see search-kd-tree.wgsl; a node of one point may have an empty right child
//   points     of the cloud by slot, see match.wgsl
//   cells      by node: bits of the mean (m) and the node's number
//   split      by node above the leaves: axis 0 x, 1 y, 2 z, and the bits of the plane (m)
// Workgroup: WG threads (override). CPU twin: src-lab/search/tree-cells.ts. Needs kd-axis.wgsl and a file that
// defines
//   fn keepLeaf(node: u32, first: u32, end: u32, mean: vec3f)
//   fn keepParent(node: u32, shareOfRight: f32, mean: vec3f)
// to store what else a method needs of a cell.

override WG: u32 = 256;

struct Level {
  // First node of the level, and their number.
  first: u32,
  nodes: u32,
}

// No coordinate lies beyond: the plane of a node whose right child is empty.
const BEYOND: u32 = 0x7f7fffff;

@group(0) @binding(0) var<uniform> level: Level;
@group(0) @binding(1) var<storage, read> structure: array<vec4u>;
@group(0) @binding(2) var<storage, read> points: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> cells: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> split: array<vec2u>;

fn positionOfPoint(slot: u32) -> vec3f {
  return bitcast<vec3f>(points[slot].xyz);
}

fn meanOfCell(node: u32) -> vec3f {
  return bitcast<vec3f>(cells[node].xyz);
}

fn pointsOf(node: u32) -> u32 {
  return structure[2u * node + 1u].w - structure[2u * node].w;
}

@compute @workgroup_size(WG)
fn leaves(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var k = id.x; k < level.nodes; k += groups.x * WG) {
    let node = level.first + k;
    let first = structure[2u * node].w;
    let end = structure[2u * node + 1u].w;
    // An empty leaf gets the mean of its parent, which is the one point before its slots.
    let origin = positionOfPoint(select(first, first - 1u, first == end));
    var sum = vec3f(0.0);
    for (var slot = first; slot < end; slot++) {
      sum += positionOfPoint(slot) - origin;
    }
    let mean = origin + sum / f32(max(1u, end - first));
    cells[node] = vec4u(bitcast<vec3u>(mean), node);
    keepLeaf(node, first, end, mean);
  }
}

@compute @workgroup_size(WG)
fn parents(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var k = id.x; k < level.nodes; k += groups.x * WG) {
    let node = level.first + k;
    let left = 2u * node + 1u;
    let share = f32(pointsOf(left + 1u)) / f32(pointsOf(node));
    let mean = meanOfCell(left) + share * (meanOfCell(left + 1u) - meanOfCell(left));
    cells[node] = vec4u(bitcast<vec3u>(mean), node);
    keepParent(node, share, mean);
  }
}

@compute @workgroup_size(WG)
fn planes(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var k = id.x; k < level.nodes; k += groups.x * WG) {
    let node = level.first + k;
    let axis = widestAxis(
      bitcast<vec3f>(structure[2u * node].xyz),
      bitcast<vec3f>(structure[2u * node + 1u].xyz),
    );
    let left = 2u * node + 1u;
    let below = bitcast<f32>(structure[2u * left + 1u][axis]);
    let above = bitcast<f32>(structure[2u * left + 2u][axis]);
    let plane = select(bitcast<u32>((below + above) * 0.5), BEYOND, pointsOf(left + 1u) == 0u);
    split[node] = vec2u(axis, plane);
  }
}
