// Nearest point by a k-d tree with its nodes stored level by level: the children of node i are 2 i + 1 and 2 i + 2, all
// leaves are on one level. The nearer child is visited first; one bit per level marks a deferred sibling, and the way
// back follows from the node number, so that no stack is needed.
// CPU twin: src-lab/search/kd-tree.ts. Needs match.wgsl and the binding
//   structure: array<vec4u>   two per node: bits of the box's minimum x y z (m) and first slot; maximum, end slot

@group(0) @binding(3) var<storage, read> structure: array<vec4u>;

fn squaredToBox(p: vec3f, node: u32) -> f32 {
  let low = bitcast<vec3f>(structure[2u * node].xyz);
  let high = bitcast<vec3f>(structure[2u * node + 1u].xyz);
  let d = max(max(low - p, p - high), vec3f(0.0));
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

fn nearest(p: vec3f, wanted: bool, near: Match, isFirstPass: bool) -> Match {
  // One lane traverses for all.
  if (!wanted || laneOfQuery != 0u) {
    return near;
  }
  var best = near;
  var node = 0u;
  var waiting = 0u; // bit 0: the sibling of `node` is still to be visited; bit 1: its parent's; and so on
  var toNode = squaredToBox(p, 0u);
  loop {
    // Not `<`: a box as far as the best may contain a point as far with a smaller index.
    if (toNode <= best.squared) {
      if (node < options.innerNodes) {
        let left = 2u * node + 1u;
        let toLeft = squaredToBox(p, left);
        let toRight = squaredToBox(p, left + 1u);
        let leftFirst = toLeft <= toRight;
        node = select(left + 1u, left, leftFirst);
        waiting = (waiting << 1u) | select(0u, 1u, max(toLeft, toRight) <= best.squared);
        toNode = min(toLeft, toRight);
        continue;
      }
      let end = structure[2u * node + 1u].w;
      for (var slot = structure[2u * node].w; slot < end; slot++) {
        best = nearer(best, p, slot);
      }
    }
    if (waiting == 0u) {
      return best;
    }
    let up = countTrailingZeros(waiting);
    node = ((node + 1u) >> up) - 1u;
    waiting = (waiting >> up) & ~1u;
    node = ((node + 1u) ^ 1u) - 1u;
    toNode = squaredToBox(p, node);
  }
}
