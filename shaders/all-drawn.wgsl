// Selection of source points for a pass: all points. CPU twin: drawBound(1) of src-lab/picp/picp-draw.ts.

fn isDrawn(point: u32) -> bool {
  return true;
}
