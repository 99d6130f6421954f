// Counter-based random number: pcg3d, a hash of three unsigned integers (Jarzynski and Olano 2020, Hash Functions for
// GPU Rendering), first of its three results. CPU twin: hash3 of src-core/math/random.ts.

fn hash3(a: u32, b: u32, c: u32) -> u32 {
  var v = vec3u(a, b, c) * 1664525u + 1013904223u;
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v ^= v >> vec3u(16u);
  return v.x + v.y * v.z;
}
