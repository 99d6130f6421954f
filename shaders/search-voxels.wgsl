// A point's match is the voxel that it is in (Koide, Yokozuka, Oishi and Banno 2021, eq. 9): nothing is searched.
// CPU twin: src-lab/methods/vgicp.ts (voxelTemplate). Needs match.wgsl, registration.wgsl, voxel-lookup.wgsl.

fn nearest(p: vec3f, wanted: bool, near: Match, isFirstPass: bool) -> Match {
  if (!wanted) {
    return noMatch(0.0);
  }
  let voxel = voxelOf(cellAt(p));
  if (voxel == NO_SLOT) {
    return noMatch(0.0);
  }
  let squared = squaredDistance(positionOf(voxel), p);
  if (squared > options.maxSquared) {
    return noMatch(0.0);
  }
  return Match(voxel, voxel, squared);
}
