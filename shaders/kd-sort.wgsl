// Pass of a stable radix sort of the lists of kd-build.wgsl, each along its axis, by a digit of four bits, in two
// kernels: `countDigits`, then, after a prefix sum over the counts (bins-scan.wgsl), `scatterDigits`. A workgroup
// processes blocks of a list, which is its number along y.
//   counts   of each list and digit, points in each block
//   starts   prefix sum over `counts`: place of the first of them, in all lists
//   orders, sorted  the lists before and after
// Workgroup: WG threads. CPU twin: src-lab/search/kd-tree-build.ts. Needs kd-build.wgsl, scan-threads.wgsl.

const DIGITS: u32 = 16;
// Two digits, eight apart, are counted in the halves of a word.
const WORDS: u32 = 8;

@group(0) @binding(2) var<storage, read_write> counts: array<u32>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
@group(0) @binding(4) var<storage, read> orders: array<u32>;
@group(0) @binding(5) var<storage, read_write> sorted: array<u32>;

var<workgroup> digitCounts: array<atomic<u32>, DIGITS>;
// By word, then thread: points of that thread, then of all threads and words before.
var<workgroup> threadCounts: array<u32, WORDS * WG>;

fn digitOf(axis: u32, point: u32) -> u32 {
  return (keyAt(axis, point) >> build.bit) & (DIGITS - 1u);
}

fn countAt(axis: u32, digit: u32, blockNumber: u32) -> u32 {
  return build.blocks * (axis * DIGITS + digit) + blockNumber;
}

@compute @workgroup_size(WG)
fn countDigits(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let axis = group.y;
  for (var blockNumber = group.x; blockNumber < build.blocks; blockNumber += groups.x) {
    if (thread < DIGITS) {
      atomicStore(&digitCounts[thread], 0u);
    }
    workgroupBarrier();
    for (var k = 0u; k < EACH; k++) {
      let slot = blockNumber * WG * EACH + k * WG + thread;
      if (slot < build.points) {
        atomicAdd(&digitCounts[digitOf(axis, orders[axis * build.points + slot])], 1u);
      }
    }
    workgroupBarrier();
    if (thread < DIGITS) {
      counts[countAt(axis, thread, blockNumber)] = atomicLoad(&digitCounts[thread]);
    }
    workgroupBarrier();
  }
}

// Replaces the counts of the threads by sums over all words and threads before.
fn scanCounts(thread: u32) {
  var sum = 0u;
  for (var k = 0u; k < WORDS; k++) {
    sum += threadCounts[WORDS * thread + k];
  }
  scanThreads(thread, sum);
  var before = sums[thread] - sum;
  for (var k = 0u; k < WORDS; k++) {
    let own = threadCounts[WORDS * thread + k];
    threadCounts[WORDS * thread + k] = before;
    before += own;
  }
  workgroupBarrier();
}

@compute @workgroup_size(WG)
fn scatterDigits(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let axis = group.y;
  for (var blockNumber = group.x; blockNumber < build.blocks; blockNumber += groups.x) {
    for (var k = 0u; k < WORDS; k++) {
      threadCounts[k * WG + thread] = 0u;
    }
    // Consecutive slots to a thread, so that points of equal digits keep their order.
    var points: array<u32, EACH>;
    var digits: array<u32, EACH>;
    var ranks: array<u32, EACH>;
    let first = blockNumber * WG * EACH + EACH * thread;
    for (var k = 0u; k < EACH; k++) {
      if (first + k < build.points) {
        points[k] = orders[axis * build.points + first + k];
        digits[k] = digitOf(axis, points[k]);
        let word = (digits[k] % WORDS) * WG + thread;
        let half = 16u * (digits[k] / WORDS);
        ranks[k] = (threadCounts[word] >> half) & 0xffffu;
        threadCounts[word] += 1u << half;
      }
    }
    workgroupBarrier();
    scanCounts(thread);
    for (var k = 0u; k < EACH; k++) {
      if (first + k < build.points) {
        let word = (digits[k] % WORDS) * WG;
        let half = 16u * (digits[k] / WORDS);
        // No half overflows: a block has fewer than 2^16 slots.
        let before = (threadCounts[word + thread] >> half) - (threadCounts[word] >> half);
        sorted[starts[countAt(axis, digits[k], blockNumber)] + (before & 0xffffu) + ranks[k]] = points[k];
      }
    }
    workgroupBarrier();
  }
}
