// Normals by principal components over a window of the range image, towards the sensor; a thread processes one pixel
// used in matching. 0 0 0 if fewer than two neighbours on other beams or five in total are on the surface, or if they
// are collinear within f32 precision.
//   points   see scan-points.wgsl
//   normals  xyz, unit
// Workgroup: WG threads (override). CPU twin: src-core/odometry/frame/range-image-normals.ts.
// Needs jacobi.wgsl, eigen3.wgsl, rigid.wgsl, scan-options.wgsl.

@group(0) @binding(4) var<storage, read> points: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> normals: array<vec4f>;

const LEAST_NEIGHBOURS: f32 = 5.0;
const LEAST_ON_OTHER_BEAMS: f32 = 2.0;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let pixel = id.x;
  let columns = i32(options.columns);
  if (pixel >= options.beams * options.columns || points[pixel].w != CHOSEN) {
    return;
  }
  let p = points[pixel].xyz;
  let reach2 = options.rangeStep2 * dot(p, p);
  let beam = i32(pixel) / columns;
  let column = i32(pixel) % columns;
  var count = 0.0;
  var onOtherBeams = 0.0;
  var sum = vec3f(0.0);
  var squares = vec3f(0.0); // xx yy zz
  var products = vec3f(0.0); // xy xz yz
  let lastBeam = min(i32(options.beams) - 1, beam + options.beamReach);
  for (var b = max(0, beam - options.beamReach); b <= lastBeam; b++) {
    for (var c = column - options.columnReach; c <= column + options.columnReach; c++) {
      let wrapped = select(select(c, c - columns, c >= columns), c + columns, c < 0);
      let neighbour = points[b * columns + wrapped];
      let d = neighbour.xyz - p;
      if (neighbour.w == NO_RETURN || dot(d, d) > reach2) {
        continue;
      }
      count += 1.0;
      onOtherBeams += select(0.0, 1.0, b != beam);
      sum += d;
      squares += d * d;
      products += vec3f(d.x * d.y, d.x * d.z, d.y * d.z);
    }
  }
  var normal = vec3f(0.0);
  if (count >= LEAST_NEIGHBOURS && onOtherBeams >= LEAST_ON_OTHER_BEAMS) {
    let mean = sum / count;
    let across = products / count - vec3f(mean.x * mean.y, mean.x * mean.z, mean.y * mean.z);
    normal = planeNormal(squares / count - mean * mean, across.x, across.y, across.z);
    normal *= select(1.0, -1.0, dot(normal, p) > 0.0);
  }
  normals[pixel] = vec4f(normal, 0.0);
}
