// Sums of ROWS numbers over all points, in two steps and in a fixed order, so that the same input yields the same bits:
// a workgroup sums over its threads and writes one partial; the kernel that needs the total sums the partials.
// No float atomics, no subgroups. Needs WG (override, threads of a workgroup, at least 32), ROWS (const, at most 32).
// CPU twin: a plain sum in f64.

const PARTIAL_STRIDE: u32 = 32;
// Columns of `scratch`: one per thread, or fewer if threads share their work; at least WG / 32.
override COLUMNS: u32 = WG;
// One more than the columns, to avoid memory bank conflicts of threads that read along a row.
override PITCH: u32 = COLUMNS + 1;

var<workgroup> scratch: array<f32, ROWS * PITCH>;
var<workgroup> total: array<f32, PARTIAL_STRIDE>;

// Sums the values stored at scratch[row * PITCH + column]; each of the first ROWS threads gets one row.
fn sumOfRow(thread: u32) -> f32 {
  workgroupBarrier();
  let row = thread % PARTIAL_STRIDE;
  let lane = thread / PARTIAL_STRIDE;
  let lanes = WG / PARTIAL_STRIDE;
  var sum = 0.0;
  if (row < ROWS) {
    for (var k = lane; k < COLUMNS; k += lanes) {
      sum += scratch[row * PITCH + k];
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
