// Sums of ROWS numbers over all points, in two steps and always in the same order, so that the same input gives the
// same bits: a workgroup sums its threads and writes one partial; whoever needs the total sums the partials.
// No float atomics, no subgroups. Needs WG (override, threads of a workgroup, at least 32), ROWS (const, at most 32).
// CPU twin: a plain sum in f64.

const PARTIAL_STRIDE: u32 = 32;
// One more than the threads, so that threads that read along a row do not all ask the same memory bank.
override PITCH: u32 = WG + 1;

var<workgroup> scratch: array<f32, ROWS * PITCH>;
var<workgroup> total: array<f32, PARTIAL_STRIDE>;

// Sums the values that all threads left at scratch[row * PITCH + thread]; the first ROWS threads get one row each.
fn sumOfRow(thread: u32) -> f32 {
  workgroupBarrier();
  let row = thread % PARTIAL_STRIDE;
  let lane = thread / PARTIAL_STRIDE;
  let lanes = WG / PARTIAL_STRIDE;
  let span = WG / lanes;
  var sum = 0.0;
  if (row < ROWS) {
    let first = row * PITCH + lane * span;
    for (var k = 0u; k < span; k++) {
      sum += scratch[first + k];
    }
  }
  workgroupBarrier();
  return sumOfLanes(thread, sum);
}

// Adds up the lanes that share a row (thread % 32).
fn sumOfLanes(thread: u32, value: f32) -> f32 {
  let row = thread % PARTIAL_STRIDE;
  if (row < ROWS) {
    scratch[row * PITCH + thread / PARTIAL_STRIDE] = value;
  }
  workgroupBarrier();
  var sum = 0.0;
  if (thread < ROWS) {
    for (var lane = 0u; lane < WG / PARTIAL_STRIDE; lane++) {
      sum += scratch[thread * PITCH + lane];
    }
  }
  workgroupBarrier();
  return sum;
}
