// The sums of the pass before, for kernels that iterate pass by pass: every workgroup adds up what all workgroups left, in
// the same order, so that all of them have the same bits. CPU twin: a plain sum in f64.
// Needs reduce.wgsl, options.workgroups and before.partials (PARTIAL_STRIDE apart).

fn partialOf(group: u32, row: u32) -> f32 {
  let last = options.workgroups - 1u;
  return select(0.0, before.partials[min(group, last) * PARTIAL_STRIDE + row], group <= last);
}

// Leaves the sums of the last pass in `total`.
fn sumLastPass(thread: u32) {
  let row = thread % PARTIAL_STRIDE;
  let lanes = WG / PARTIAL_STRIDE;
  // Four at a time, so that one load does not wait for another.
  var sums = vec4f(0.0);
  for (var group = thread / PARTIAL_STRIDE; group < options.workgroups; group += 4u * lanes) {
    sums += vec4f(
      partialOf(group, row),
      partialOf(group + lanes, row),
      partialOf(group + 2u * lanes, row),
      partialOf(group + 3u * lanes, row),
    );
  }
  let rowTotal = sumOfLanes(thread, sums.x + sums.y + sums.z + sums.w);
  if (thread < ROWS) {
    total[thread] = rowTotal;
  }
  workgroupBarrier();
}
