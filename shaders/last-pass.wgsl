// Sums of the previous pass, for kernels that iterate pass by pass: every workgroup adds up the partials of all
// workgroups in the same order, so that the results are bit-identical. CPU twin: a plain sum in f64.
// Needs reduce.wgsl, options.workgroups and before.partials (PARTIAL_STRIDE apart).

fn partialOf(group: u32, row: u32) -> f32 {
  let last = options.workgroups - 1u;
  return select(0.0, before.partials[min(group, last) * PARTIAL_STRIDE + row], group <= last);
}

fn fourPartials(group: u32, apart: u32, row: u32) -> vec4f {
  return vec4f(
    partialOf(group, row),
    partialOf(group + apart, row),
    partialOf(group + 2u * apart, row),
    partialOf(group + 3u * apart, row),
  );
}

// Writes the sums of the last pass to `total`.
fn sumLastPass(thread: u32) {
  let row = thread % PARTIAL_STRIDE;
  let lanes = WG / PARTIAL_STRIDE;
  // Sixteen at a time, so that loads do not wait for one another.
  var sums = vec4f(0.0);
  for (var group = thread / PARTIAL_STRIDE; group < options.workgroups; group += 16u * lanes) {
    sums += (fourPartials(group, lanes, row) + fourPartials(group + 4u * lanes, lanes, row))
      + (fourPartials(group + 8u * lanes, lanes, row) + fourPartials(group + 12u * lanes, lanes, row));
  }
  let rowTotal = sumOfLanes(thread, (sums.x + sums.y) + (sums.z + sums.w));
  if (thread < ROWS) {
    total[thread] = rowTotal;
  }
  workgroupBarrier();
}
