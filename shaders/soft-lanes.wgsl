// Brings together what the 64 threads of a workgroup found, always in the same order. Needs soft.wgsl and QUANTITIES.
// CPU twin: a plain sum in f64.

const SHARES: u32 = 8;

// Quantity q of a thread at q * LANES + thread; after a sum, that of all threads at q.
var<workgroup> lanes: array<vec4f, QUANTITIES * LANES>;
var<workgroup> shares: array<vec4f, QUANTITIES * SHARES>;

fn sumLanes(thread: u32) {
  workgroupBarrier();
  for (var at = thread; at < QUANTITIES * SHARES; at += LANES) {
    let first = (at / SHARES) * LANES + at % SHARES;
    var sum = vec4f(0.0);
    for (var k = 0u; k < LANES; k += SHARES) {
      sum += lanes[first + k];
    }
    shares[at] = sum;
  }
  workgroupBarrier();
  if (thread < QUANTITIES) {
    var sum = vec4f(0.0);
    for (var k = 0u; k < SHARES; k++) {
      sum += shares[thread * SHARES + k];
    }
    lanes[thread] = sum;
  }
  workgroupBarrier();
}
