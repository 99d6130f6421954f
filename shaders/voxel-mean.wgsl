// Mean of the normals' dyads n n^T of a voxel's points, from which its mean covariance follows (Koide, Yokozuka, Oishi and
// Banno 2021, eq. 8 and 9), in the frame of the voxel's reference normal r: what is small there keeps its digits.
//   surface   three per voxel: r and the number of points; along r's tangents x and y the means of xx, xy, yy and the share
//             of points with a normal; those of xz and yz, z being along r
// CPU twin: src-lab/methods/vgicp.ts. Needs voxel-build.wgsl.

@group(0) @binding(10) var<storage, read_write> surface: array<vec4f>;

fn keepVoxel(number: u32, first: u32, edge: f32) -> bool {
  let points = f32(atomicLoad(&sums[first]));
  let at = 3u * number;
  surface[at] = vec4f(referenceOf(first), points);
  surface[at + 1u] = vec4f(
    meanPair(first, 0u),
    meanPair(first, 1u),
    meanPair(first, 3u),
    f32(atomicLoad(&sums[first + NORMAL_SUM])) / points,
  );
  surface[at + 2u] = vec4f(meanPair(first, 2u), meanPair(first, 4u), 0.0, 0.0);
  return true;
}
