// Splits all nodes of a level of the k-d tree of kd-build.wgsl, in two kernels: `countLefts` writes the nodes and counts
// the points that go to left children, `scatterSides` divides the lists. A workgroup processes blocks of a list, which
// is its number along y.
//   orders, divided   the lists before and after
//   lefts             points of each list and block that go to left children
//   structure         see kd-nodes.wgsl
// Workgroup: WG threads. CPU twin: src-lab/search/kd-tree-build.ts. Needs kd-build.wgsl, kd-nodes.wgsl,
// scan-threads.wgsl.

@group(0) @binding(2) var<storage, read> orders: array<u32>;
@group(0) @binding(3) var<storage, read_write> divided: array<u32>;
@group(0) @binding(4) var<storage, read_write> lefts: array<u32>;
@group(0) @binding(5) var<storage, read_write> structure: array<vec4u>;

var<workgroup> leftsOfBlock: atomic<u32>;

// Node with what its points are compared with: the axis, and key and index of the last point of the left child.
struct Split {
  node: Node,
  low: vec3u,
  high: vec3u,
  axis: u32,
  key: u32,
  point: u32,
}

fn pointAt(axis: u32, slot: u32) -> u32 {
  return orders[axis * build.points + slot];
}

fn splitOfSlot(slot: u32) -> Split {
  var split: Split;
  split.node = nodeOfSlot(slot, build.points, build.level);
  let first = split.node.first;
  let last = split.node.end - 1u;
  split.low = vec3u(keyAt(0u, pointAt(0u, first)), keyAt(1u, pointAt(1u, first)), keyAt(2u, pointAt(2u, first)));
  split.high = vec3u(keyAt(0u, pointAt(0u, last)), keyAt(1u, pointAt(1u, last)), keyAt(2u, pointAt(2u, last)));
  split.axis = splitAxis(split.low, split.high);
  split.point = pointAt(split.axis, middleOf(first, last + 1u) - 1u);
  split.key = keyAt(split.axis, split.point);
  return split;
}

fn goesLeft(split: Split, point: u32) -> bool {
  let key = keyAt(split.axis, point);
  return key < split.key || (key == split.key && point <= split.point);
}

@compute @workgroup_size(WG)
fn countLefts(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let axis = group.y;
  for (var blockNumber = group.x; blockNumber < build.blocks; blockNumber += groups.x) {
    if (thread == 0u) {
      atomicStore(&leftsOfBlock, 0u);
    }
    workgroupBarrier();
    var count = 0u;
    var split: Split;
    for (var k = 0u; k < EACH; k++) {
      let slot = blockNumber * WG * EACH + k * WG + thread;
      if (slot < build.points) {
        if (slot >= split.node.end) {
          split = splitOfSlot(slot);
        }
        count += select(0u, 1u, goesLeft(split, pointAt(axis, slot)));
        if (axis == 0u && slot == split.node.first) {
          writeNode(split.node.number, slot, split.node.end, split.low, split.high);
        }
      }
    }
    atomicAdd(&leftsOfBlock, count);
    workgroupBarrier();
    if (thread == 0u) {
      lefts[axis * build.blocks + blockNumber] = atomicLoad(&leftsOfBlock);
    }
    workgroupBarrier();
  }
}

@compute @workgroup_size(WG)
fn scatterSides(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let axis = group.y;
  for (var blockNumber = group.x; blockNumber < build.blocks; blockNumber += groups.x) {
    // Every workgroup sums the blocks before its own: cheaper than launching another kernel.
    var inBlocks = 0u;
    for (var k = thread; k < blockNumber; k += WG) {
      inBlocks += lefts[axis * build.blocks + k];
    }
    scanThreads(thread, inBlocks);
    let beforeBlock = sums[WG - 1u];
    workgroupBarrier();

    // Consecutive slots to a thread, so that points of a side keep their order.
    var isLeft: array<bool, EACH>;
    var nodes: array<Node, EACH>;
    var count = 0u;
    var split: Split;
    let first = blockNumber * WG * EACH + EACH * thread;
    for (var k = 0u; k < EACH; k++) {
      if (first + k < build.points) {
        if (first + k >= split.node.end) {
          split = splitOfSlot(first + k);
        }
        nodes[k] = split.node;
        isLeft[k] = goesLeft(split, pointAt(axis, first + k));
        count += select(0u, 1u, isLeft[k]);
      }
    }
    scanThreads(thread, count);
    var before = beforeBlock + sums[thread] - count;
    for (var k = 0u; k < EACH; k++) {
      let slot = first + k;
      if (slot < build.points) {
        let node = nodes[k];
        let rank = before - node.leftsBefore;
        let right = middleOf(node.first, node.end) + (slot - node.first - rank);
        divided[axis * build.points + select(right, node.first + rank, isLeft[k])] = pointAt(axis, slot);
        before += select(0u, 1u, isLeft[k]);
      }
    }
    workgroupBarrier();
  }
}
