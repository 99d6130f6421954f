// Which points of the source a pass that is thinned takes, drawn anew for each pass.
// CPU twin: src-core/lab/picp/picp-draw.ts. Needs registration-passes.wgsl, hash.wgsl.

fn isDrawn(point: u32) -> bool {
  return hash3(options.seed, state.passNumber, point) <= options.drawBound;
}
