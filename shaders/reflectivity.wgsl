// Reflectivity of each point's surroundings as a linear function on its tangent plane (Park, Zhou and Koltun 2017, eq. 7
// to 11), by least squares through the nearest neighbours, the point itself among them (neighbourhoods.wgsl).
//   tree, structure, slots  boxes over the binned cloud, see boxes.wgsl, and match.wgsl
//   reflectivity         of each point by its index, without a unit
//   surface              two per point, by its index: unit normal and the function's value at the point; its gradient
//                        along the plane, 1/m. If the neighbours are collinear, 0 0 0, the point's own value, and 0 0 0
// CPU twin: src-lab/methods/reflectivity-surface.ts.
// Needs match.wgsl, boxes.wgsl, tree-binding.wgsl, lanes.wgsl, boxes-reach.wgsl, a walk of it,
// neighbours.wgsl, eigen3.wgsl, tangent.wgsl.

@group(0) @binding(1) var<storage, read> slots: array<vec4u>;
@group(0) @binding(2) var<storage, read> structure: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> surface: array<vec4f>;
@group(0) @binding(4) var<storage, read> reflectivity: array<f32>;

// Writes the surface data of the point in a slot after its neighbours were found.
fn leaveSurface(own: u32) {
  let index = slots[own].w;
  let c0 = reflectivity[index];
  let n = normalOfNeighbours();
  if (all(n == vec3f(0.0))) {
    surface[2u * index] = vec4f(n, c0);
    surface[2u * index + 1u] = vec4f(0.0);
    return;
  }
  var count = 0.0;
  var mean = vec3f(0.0);
  var meanOf = 0.0; // of the reflectivity, from that of the point
  for (var place = 0u; place < NEIGHBOURS; place++) {
    let slot = neighbourSlot(place);
    if (slot != NO_SLOT) {
      count += 1.0;
      mean += positionOf(slot) - query;
      meanOf += reflectivity[slots[slot].w] - c0;
    }
  }
  mean /= count;
  meanOf /= count;
  // Along the axes of the neighbours in the plane, so that a narrow strip of them keeps its digits.
  var e = tangentOf(n);
  var f = cross(n, e);
  var moments = vec3f(0.0); // uu uv vv
  for (var place = 0u; place < NEIGHBOURS; place++) {
    let slot = neighbourSlot(place);
    if (slot != NO_SLOT) {
      let d = positionOf(slot) - query - mean;
      let u = dot(e, d);
      let v = dot(f, d);
      moments += vec3f(u * u, u * v, v * v);
    }
  }
  let r = jacobi(moments.x, moments.z, moments.y);
  let first = r.x * e - r.y * f;
  f = r.y * e + r.x * f;
  e = first;
  moments = vec3f(0.0);
  var mixed = vec2f(0.0); // uc vc
  for (var place = 0u; place < NEIGHBOURS; place++) {
    let slot = neighbourSlot(place);
    if (slot != NO_SLOT) {
      let d = positionOf(slot) - query - mean;
      let u = dot(e, d);
      let v = dot(f, d);
      moments += vec3f(u * u, u * v, v * v);
      mixed += (reflectivity[slots[slot].w] - c0 - meanOf) * vec2f(u, v);
    }
  }
  let det = moments.x * moments.z - moments.y * moments.y;
  let slope = vec2f(moments.z * mixed.x - moments.y * mixed.y, moments.x * mixed.y - moments.y * mixed.x) / det;
  let gradient = slope.x * e + slope.y * f;
  surface[2u * index] = vec4f(n, c0 + meanOf - dot(gradient, mean));
  surface[2u * index + 1u] = vec4f(gradient, 0.0);
}
