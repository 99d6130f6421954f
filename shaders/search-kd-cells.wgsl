// k-d tree cell that contains a point, by the splitting planes alone, without backtracking (Zabatani and Bronstein, 4.1
// and 4.2). The elements are the cells of all levels, by node; those of the first level below `innerNodes` are searched.
// CPU twin: src-lab/search/kd-tree.ts (cellOf). Needs match.wgsl and the binding
//   structure: array<vec2u>   per node above the level: axis 0 x, 1 y, 2 z, and the bits of the plane (m)

@group(0) @binding(3) var<storage, read> structure: array<vec2u>;

fn nearest(p: vec3f, wanted: bool, near: Match, isFirstPass: bool) -> Match {
  let none = noMatch(options.maxSquared);
  // One lane descends for all.
  if (!wanted || laneOfQuery != 0u) {
    return none;
  }
  var node = 0u;
  while (node < options.innerNodes) {
    let split = structure[node];
    let value = select(select(p.z, p.y, split.x == 1u), p.x, split.x == 0u);
    node = 2u * node + select(2u, 1u, value < bitcast<f32>(split.y));
  }
  return nearer(none, p, node);
}
