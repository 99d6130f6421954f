// Builds a tree of boxes, in two kernels: `leaves` bounds the slots and each LEAF of those boxes, then `parents` the
// nodes, level by level. LEAF threads process a node together. Needs boxes.wgsl.
//   build     parameters of this dispatch
//   cloud     bits of xyz (m) and the point's index per slot; from element boxesAt on the bits of the boxes
// Workgroup: WG threads (override), a multiple of LEAF that divides LEAF * LEAF. CPU twin: src-lab/gpu/box-levels.ts.

override WG: u32 = 128;

struct Build {
  // First node and number of nodes of the level below (slots for leaves) and of the level being built.
  firstChild: u32,
  children: u32,
  firstNode: u32,
  nodes: u32,
  // The level above the leaves; no nodes if there is none.
  firstParent: u32,
  parents: u32,
  boxesAt: u32,
}

@group(0) @binding(0) var<uniform> build: Build;
@group(0) @binding(1) var<storage, read_write> cloud: array<vec4u>;

var<workgroup> lows: array<vec3f, WG>;
var<workgroup> highs: array<vec3f, WG>;
// Boxes of the leaves of a parent.
var<workgroup> leafLows: array<vec3f, LEAF>;
var<workgroup> leafHighs: array<vec3f, LEAF>;

// Leaves the bounds of LEAF threads each in the place of the first.
fn gather(thread: u32) {
  for (var apart = LEAF / 2u; apart > 0u; apart /= 2u) {
    workgroupBarrier();
    if (thread % LEAF < apart) {
      lows[thread] = min(lows[thread], lows[thread + apart]);
      highs[thread] = max(highs[thread], highs[thread + apart]);
    }
  }
}

fn keep(node: u32, thread: u32) {
  let at = build.boxesAt + 2u * node;
  cloud[at] = vec4u(bitcast<vec3u>(lows[thread]), 0u);
  cloud[at + 1u] = vec4u(bitcast<vec3u>(highs[thread]), 0u);
}

@compute @workgroup_size(WG)
fn leaves(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var parent = group.x; parent * LEAF < build.nodes; parent += groups.x) {
    for (var first = 0u; first < LEAF * LEAF; first += WG) {
      let within = first + thread;
      // The last leaf is padded with its last slot, and so are those beyond it.
      let slot = parent * LEAF * LEAF + within;
      let p = bitcast<vec3f>(cloud[min(slot, build.children - 1u)].xyz);
      lows[thread] = p;
      highs[thread] = p;
      gather(thread);
      if (thread % LEAF == 0u) {
        leafLows[within / LEAF] = lows[thread];
        leafHighs[within / LEAF] = highs[thread];
        if (slot / LEAF < build.nodes) {
          keep(build.firstNode + slot / LEAF, thread);
        }
      }
    }
    workgroupBarrier();
    if (thread < LEAF) {
      lows[thread] = leafLows[thread];
      highs[thread] = leafHighs[thread];
    }
    gather(thread);
    if (thread == 0u && parent < build.parents) {
      keep(build.firstParent + parent, thread);
    }
    workgroupBarrier();
  }
}

@compute @workgroup_size(WG)
fn parents(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var first = group.x * WG; first < build.children; first += groups.x * WG) {
    let at = build.boxesAt + 2u * (build.firstChild + min(first + thread, build.children - 1u));
    lows[thread] = bitcast<vec3f>(cloud[at].xyz);
    highs[thread] = bitcast<vec3f>(cloud[at + 1u].xyz);
    gather(thread);
    let node = (first + thread) / LEAF;
    if (thread % LEAF == 0u && node < build.nodes) {
      keep(build.firstNode + node, thread);
    }
    workgroupBarrier();
  }
}
