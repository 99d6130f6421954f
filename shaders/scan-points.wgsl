// Converts ranges to Cartesian points (thesis algorithm 2 with the manufacturer's beam offsets) and selects the points
// used in matching; a thread processes one pixel of the range image.
//   ranges    mm, 0 for no return; row by row
//   columns   of the image
//   geometry  per pixel: direction, then offset (m), 3 numbers each
//   points    xyz in the sensor frame of the point's own column (m), w its class
//   tally     number of points used in matching
// Workgroup: WG threads (override). CPU twins: src-core/odometry/frame/scan-points.ts, thin.ts. Needs rigid.wgsl, scan-options.wgsl,
// wide.wgsl.

@group(0) @binding(1) var<storage, read> ranges: array<u32>;
@group(0) @binding(2) var<storage, read> columns: array<Column>;
@group(0) @binding(3) var<storage, read> geometry: array<f32>;
@group(0) @binding(4) var<storage, read_write> points: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> tally: atomic<u32>;

// A millimetre in metres, and what a float leaves out of it.
const MM: f32 = 0.001;
const MM_LOW: f32 = -4.749745e-11;

var<workgroup> chosenHere: atomic<u32>;

fn takesPart(pixel: u32) -> bool {
  var hash = (pixel ^ options.salt) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13u)) * 0xc2b2ae35u;
  return (hash ^ (hash >> 16u)) % options.thinning == 0u;
}

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let pixel = id.x;
  if (pixel < options.beams * options.columns) {
    let mm = ranges[pixel];
    var point = vec4f(0.0, 0.0, 0.0, NO_RETURN);
    if (mm >= options.leastMm && mm <= options.mostMm && columns[pixel % options.columns].isValid == 1u) {
      let at = 6u * pixel;
      let direction = vec3f(geometry[at], geometry[at + 1u], geometry[at + 2u]);
      let offset = vec3f(geometry[at + 3u], geometry[at + 4u], geometry[at + 5u]);
      let chosen = takesPart(pixel);
      // Rounded once, as on the CPU: a point at the edge of a bin falls to the same side.
      let range = times(Wide(vec3f(MM), vec3f(MM_LOW)), vec3f(f32(mm)));
      let even = plus(times(range, direction), Wide(offset, vec3f(0.0))).high;
      let turn = columns[pixel % options.columns].turn;
      let turned = vec3f(even.x * turn.x - even.y * turn.y, even.x * turn.y + even.y * turn.x, even.z);
      point = vec4f(turned, select(RETURN, CHOSEN, chosen));
      if (chosen) {
        atomicAdd(&chosenHere, 1u);
      }
    }
    points[pixel] = point;
  }
  workgroupBarrier();
  // Integers: the sum is the same in any order.
  if (thread == 0u) {
    atomicAdd(&tally, atomicLoad(&chosenHere));
  }
}
