// Stores no surface data: the distance needs only the position of a match. CPU twin:
// src-lab/problem/surface-distance.ts.

fn keepSurface(i: u32, index: u32) {
}
