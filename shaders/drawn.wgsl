// Selection of source points for a subsampled pass, drawn again in each pass.
// CPU twin: src-lab/picp/picp-draw.ts. Needs registration-passes.wgsl, hash.wgsl.

fn isDrawn(point: u32) -> bool {
  return hash3(options.seed, state.passNumber, point) <= options.drawBound;
}
