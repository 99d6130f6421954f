// Clouds that exceed a binding are taken in parts: what a dispatch is told of its part of the source.
// CPU twin: src-core/lab/gpu/cloud-chunks.ts.

struct Part {
  slots: u32,
  // Index of its first point in the whole source.
  firstPoint: u32,
  // Workgroups of this dispatch, and of those of the parts before it.
  workgroups: u32,
  firstWorkgroup: u32,
}

@group(0) @binding(9) var<uniform> part: Part;
