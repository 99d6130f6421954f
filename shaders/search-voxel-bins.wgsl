// Nearest point among points sorted into bins. With a point to start from only the bins that reach into the ball
// through it are looked at; without one, boxes around the query that double until one holds a point.
// CPU twin: src-core/registration/point-bins.ts. Needs match.wgsl, bins.wgsl and the binding
//   structure: array<u32>   first slot of each bin, one more than there are bins

@group(0) @binding(3) var<storage, read> structure: array<u32>;

fn nearest(p: vec3f, wanted: bool, near: Match) -> Match {
  if (!wanted) {
    return near;
  }
  let bins = options.bins;
  var best = near;
  var exact = best.slot != NO_SLOT;
  var reach = select(0.5 * bins.edge, sqrt(best.squared), exact);
  loop {
    let range = binsWithin(bins, p, reach);
    for (var k = range.low.z; k <= range.high.z; k++) {
      let apartZ = distanceToBins(bins, p.z, bins.origin.z, k, bins.size.z);
      for (var j = range.low.y; j <= range.high.y; j++) {
        let apartY = distanceToBins(bins, p.y, bins.origin.y, j, bins.size.y);
        if (apartZ * apartZ + apartY * apartY > best.squared) {
          continue;
        }
        // A row of bins along x lies in the slots one after another.
        let row = bins.size.x * (j + bins.size.y * k);
        let end = structure[row + range.high.x + 1u];
        for (var slot = structure[row + range.low.x]; slot < end; slot++) {
          best = nearer(best, p, slot);
        }
      }
    }
    if (exact || reach * reach >= best.squared || isEverywhere(bins, range)) {
      return best;
    }
    exact = best.slot != NO_SLOT;
    reach = select(2.0 * reach + bins.edge, sqrt(best.squared), exact);
  }
}
