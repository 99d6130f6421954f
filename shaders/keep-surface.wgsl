// Stores the surface data of a match, SURFACE_VECTORS (const) vectors, along with the match, so that the sums do not
// need the target chunks. CPU twin: src-lab/problem/surface-distance.ts.
//   surface          by index in the target chunk, see surface-*.wgsl
//   matchedSurface   by slot of the source chunk

@group(0) @binding(4) var<storage, read> surface: array<vec4f>;
@group(0) @binding(11) var<storage, read_write> matchedSurface: array<vec4f>;

fn keepSurface(i: u32, index: u32) {
  for (var k = 0u; k < SURFACE_VECTORS; k++) {
    matchedSurface[SURFACE_VECTORS * i + k] = surface[SURFACE_VECTORS * index + k];
  }
}
