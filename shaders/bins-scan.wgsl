// Exclusive prefix sum over the bin counts, in two kernels. A workgroup processes a block of WG * 8 bins.
//   counts    points in each bin
//   blockSums points in each block
//   starts    first slot of each bin; one entry more than bins
// Workgroup: WG threads (override). CPU twin: src-lab/search/point-bins.ts. Needs scan-threads.wgsl.

override WG: u32 = 128;
const PER_THREAD: u32 = 8;

@group(0) @binding(0) var<storage, read> counts: array<u32>;
@group(0) @binding(1) var<storage, read_write> blockSums: array<u32>;
@group(0) @binding(2) var<storage, read_write> starts: array<u32>;

fn countOf(bin: u32) -> u32 {
  return select(0u, counts[min(bin, arrayLength(&counts) - 1u)], bin < arrayLength(&counts));
}

@compute @workgroup_size(WG)
fn sumBlocks(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3u) {
  var sum = 0u;
  for (var k = 0u; k < PER_THREAD; k++) {
    sum += countOf((group.x * PER_THREAD + k) * WG + thread);
  }
  scanThreads(thread, sum);
  if (thread == WG - 1u) {
    blockSums[group.x] = sums[thread];
  }
}

@compute @workgroup_size(WG)
fn scanBlocks(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3u) {
  // Every workgroup sums the blocks before its own: cheaper than launching another kernel.
  var before = 0u;
  for (var k = thread; k < group.x; k += WG) {
    before += blockSums[k];
  }
  scanThreads(thread, before);
  let first = sums[WG - 1u];
  workgroupBarrier();

  var own: array<u32, PER_THREAD>;
  var sum = 0u;
  let bin = (group.x * WG + thread) * PER_THREAD;
  for (var k = 0u; k < PER_THREAD; k++) {
    own[k] = countOf(bin + k);
    sum += own[k];
  }
  scanThreads(thread, sum);
  var slot = first + sums[thread] - sum;
  for (var k = 0u; k < PER_THREAD; k++) {
    if (bin + k < arrayLength(&starts)) {
      starts[bin + k] = slot;
    }
    slot += own[k];
  }
}
