// Hash table of whole coordinates of voxels, by open addressing. CPU twin: src-lab/clouds/cell-table.ts.

fn hashOf(cell: vec3i) -> u32 {
  let c = bitcast<vec3u>(cell);
  var hash = (c.x * 0x8da6b343u) ^ (c.y * 0xd8163841u) ^ (c.z * 0xcb1ab31fu);
  hash = (hash ^ (hash >> 15u)) * 0x2c1b3c6du;
  return hash ^ (hash >> 13u);
}

// By a product, which is the same in every kernel; a quotient need not be.
fn cellOf(p: vec3f, inverseEdge: f32) -> vec3i {
  return vec3i(floor(p * inverseEdge));
}
