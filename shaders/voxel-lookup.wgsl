// Lookup of voxels by their whole coordinates. Needs voxel-table.wgsl.
//   structure   as `lookup` of voxel-keep.wgsl
// CPU twin: src-lab/clouds/cell-table.ts (find).

@group(0) @binding(3) var<storage, read> structure: array<vec4i>;

fn edgeOfVoxels() -> f32 {
  return bitcast<f32>(structure[0].x);
}

// Voxel that a place is in.
fn cellAt(p: vec3f) -> vec3i {
  return cellOf(p, bitcast<f32>(structure[0].y));
}

// Number of a voxel; NO_SLOT if there is none.
fn voxelOf(cell: vec3i) -> u32 {
  let size = arrayLength(&structure) - 1u;
  var at = hashOf(cell) % size;
  // More places than voxels: it ends at an empty one.
  for (var step = 0u; step < size; step++) {
    let entry = structure[at + 1u];
    if (entry.w == 0) {
      return NO_SLOT;
    }
    if (all(entry.xyz == cell)) {
      return select(NO_SLOT, u32(entry.w) - 1u, entry.w > 0);
    }
    at = (at + 1u) % size;
  }
  return NO_SLOT;
}
