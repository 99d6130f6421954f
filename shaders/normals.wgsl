// Unit normal of the plane through the nearest neighbours of each point, including the point itself
// (neighbourhoods.wgsl; thesis 2.5 and 3.3.3), of either sign.
//   tree, structure, slots  boxes over the binned cloud, see boxes.wgsl, and match.wgsl
//   surface              unit normal of each point by its index; 0 0 0 if the neighbours are collinear
// CPU twin: src-lab/search/normals.ts.
// Needs match.wgsl, boxes.wgsl, tree-binding.wgsl, lanes.wgsl, boxes-reach.wgsl, a walk of it,
// neighbours.wgsl, eigen3.wgsl.

@group(0) @binding(1) var<storage, read> slots: array<vec4u>;
@group(0) @binding(2) var<storage, read> structure: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> surface: array<vec4f>;

// Writes the surface data of the point in a slot after its neighbours were found.
fn leaveSurface(own: u32) {
  surface[slots[own].w] = vec4f(normalOfNeighbours(), 0.0);
}
