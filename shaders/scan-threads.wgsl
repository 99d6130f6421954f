// Inclusive prefix sums over the threads of a workgroup, one value each. Needs WG, the threads of a workgroup.
// CPU twin: src-lab/search/point-bins.ts.

var<workgroup> sums: array<u32, WG>;

// Writes the inclusive prefix sums of one value per thread to `sums`.
fn scanThreads(thread: u32, value: u32) {
  sums[thread] = value;
  workgroupBarrier();
  var reach = 1u;
  while (reach < WG) {
    var before = 0u;
    if (thread >= reach) {
      before = sums[thread - reach];
    }
    workgroupBarrier();
    sums[thread] += before;
    workgroupBarrier();
    reach *= 2u;
  }
}
