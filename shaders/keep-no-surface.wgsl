// Stores no surface data: the distance needs only the position of a match. CPU twin:
// src-core/lab/surface-distance.ts.

fn keepSurface(i: u32, index: u32) {
}
