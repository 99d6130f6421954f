// Reduction over the threads that share four points, in a fixed order. Needs soft.wgsl and QUANTITIES. CPU twin: a
// plain sum in f64.

const SHARES: u32 = 8;
override SUMS: u32 = QUANTITIES * FOURS;

// Quantity q of a thread at q * WG + thread; after a reduction, see `summed`.
var<workgroup> lanes: array<vec4f, QUANTITIES * WG>;
var<workgroup> shares: array<vec4f, SUMS * SHARES>;

fn sumLanes(thread: u32) {
  workgroupBarrier();
  for (var at = thread; at < SUMS * SHARES; at += WG) {
    let first = (at / SHARES) * LANES + at % SHARES;
    var sum = vec4f(0.0);
    for (var k = 0u; k < LANES; k += SHARES) {
      sum += lanes[first + k];
    }
    shares[at] = sum;
  }
  workgroupBarrier();
  if (thread < SUMS) {
    var sum = vec4f(0.0);
    for (var k = 0u; k < SHARES; k++) {
      sum += shares[thread * SHARES + k];
    }
    lanes[thread] = sum;
  }
  workgroupBarrier();
}

// Quantity q of all threads that share the workgroup's group of points number `four`, after a reduction.
fn summed(q: u32, four: u32) -> vec4f {
  return lanes[q * FOURS + four];
}
