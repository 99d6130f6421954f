// The place of a match is all that its distance needs. CPU twin: src-core/lab/methods/surface-distance.ts.

fn keepSurface(i: u32, index: u32) {
}
