// Distance by shape and reflectivity together (Park, Zhou and Koltun 2017, E = s E_G + (1 - s) E_C; on one channel):
// s (n.u)^2 + (1 - s) ((c + d.u - C) / g)^2, c and d value and gradient of the target's reflectivity at the element, C
// that of the source's point, and g the mean steepness, which makes a difference of reflectivity a shift in metres.
//   surface   reflectivity of the source by index, four to a vector; from options.surfaceFrom on g, and from HEAD (const)
//             vectors after that on two per element: unit normal and c, then d (1/m)
// CPU twin: src-lab/methods/icp-intensity.ts (jointQuadratics). Needs quadratic.wgsl.

@group(0) @binding(4) var<storage, read> surface: array<vec4f>;

fn quadraticAt(pair: Pair) -> Quadratic {
  let at = options.surfaceFrom + HEAD + 2u * pair.index;
  let n = surface[at];
  let d = surface[at + 1u].xyz;
  let g = surface[options.surfaceFrom].x;
  let difference = n.w - surface[pair.point / 4u][pair.point % 4u];
  // Nowhere steep, there is no paint to hold to.
  var share = 0.0;
  if (g > 0.0) {
    share = (1.0 - options.geometryShare) / (g * g);
  }
  let A = options.geometryShare * dyad(n.xyz) + share * dyad(d);
  return Quadratic(A, -share * difference * d, share * difference * difference, 1.0, false);
}
