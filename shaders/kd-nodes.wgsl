// Nodes of the k-d tree of kd-build.wgsl in the layout of search-kd-tree.wgsl.
//   structure: array<vec4u>   two per node: bits of the box's minimum x y z (m) and first slot; maximum, end slot
// CPU twin: src-lab/search/kd-tree-build.ts. Needs kd-build.wgsl, kd-axis.wgsl and the binding
// `structure`.

const INFINITE: u32 = 0x7f800000;

// @param low, high keys of the corners
fn writeNode(number: u32, first: u32, end: u32, low: vec3u, high: vec3u) {
  structure[2u * number] = vec4u(bitsOf(low.x), bitsOf(low.y), bitsOf(low.z), first);
  structure[2u * number + 1u] = vec4u(bitsOf(high.x), bitsOf(high.y), bitsOf(high.z), end);
}

// The box of no points: at infinite distance.
fn writeEmptyNode(number: u32, slot: u32) {
  structure[2u * number] = vec4u(vec3u(INFINITE), slot);
  structure[2u * number + 1u] = vec4u(vec3u(INFINITE | 0x80000000u), slot);
}

// @param low, high keys of the corners
fn splitAxis(low: vec3u, high: vec3u) -> u32 {
  return widestAxis(
    bitcast<vec3f>(vec3u(bitsOf(low.x), bitsOf(low.y), bitsOf(low.z))),
    bitcast<vec3f>(vec3u(bitsOf(high.x), bitsOf(high.y), bitsOf(high.z))),
  );
}
