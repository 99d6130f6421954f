// Cells of kd-cells.wgsl of which nothing but the mean is stored. CPU twin: src-lab/search/tree-cells.ts.

fn keepLeaf(node: u32, first: u32, end: u32, mean: vec3f) {
}

fn keepParent(node: u32, shareOfRight: f32, mean: vec3f) {
}
