// Fits the planes of changed bins from the moments of their points and writes their slots; a thread processes one bin.
//   updates  count, and least ratio of the middle to the largest eigenvalue of a plane (f32); then 14 words each: slot, bin
//            index x y z in the map (i32), number of points (f32; 0 if there is no plane), mean relative to the bin's
//            centre (m) and covariance xx xy xz yy yz zz (m^2)
//   planes   all slots, see scan-planes.wgsl
// Workgroup: WG threads (override). CPU twin: src-core/odometry/match/plane-map.ts. Needs jacobi.wgsl, eigen3.wgsl.

override WG: u32 = 128;

const HEAD_WORDS: u32 = 2;
const UPDATE_WORDS: u32 = 14;
const SLOT_VECTORS: u32 = 3;
// As in scan-planes.wgsl.
const SLOT_PLANE: u32 = 1;
const SLOT_BARE: u32 = 2;

@group(0) @binding(0) var<storage, read> updates: array<u32>;
@group(0) @binding(1) var<storage, read_write> planes: array<vec4u>;

fn number(at: u32) -> f32 {
  return bitcast<f32>(updates[at]);
}

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let minSpread = number(1u);
  for (var i = id.x; i < updates[0]; i += WG * groups.x) {
    let at = HEAD_WORDS + UPDATE_WORDS * i;
    let to = SLOT_VECTORS * updates[at];
    let points = number(at + 4u);
    var state = SLOT_BARE;
    if (points > 0.0) {
      let mean = vec3f(number(at + 5u), number(at + 6u), number(at + 7u));
      let diagonal = vec3f(number(at + 8u), number(at + 11u), number(at + 13u));
      let eigen = planeEigen(diagonal, number(at + 9u), number(at + 10u), number(at + 12u));
      let least = max(0.0, eigen.values.x);
      let middle = eigen.values.y;
      if (middle > 0.0 && middle >= minSpread * eigen.values.z) {
        state = SLOT_PLANE;
        planes[to + 1u] = bitcast<vec4u>(vec4f(mean, sqrt(least)));
        planes[to + 2u] = bitcast<vec4u>(vec4f(eigen.vector, sqrt(least / (points * middle))));
      }
    }
    planes[to] = vec4u(updates[at + 1u], updates[at + 2u], updates[at + 3u], state);
  }
}
