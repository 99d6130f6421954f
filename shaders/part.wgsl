// Parameters of a source chunk in a dispatch; clouds that exceed a binding are split into chunks.
// CPU twin: src-lab/gpu/cloud-chunks.ts.

struct Part {
  slots: u32,
  // Index of its first point in the whole source.
  firstPoint: u32,
  // Workgroups of this dispatch, and of the chunks before it.
  workgroups: u32,
  firstWorkgroup: u32,
}

@group(0) @binding(9) var<uniform> part: Part;
