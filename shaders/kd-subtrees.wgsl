// Finishes the k-d tree of kd-build.wgsl: a workgroup takes a node of at most SUBTREE points into workgroup memory and
// splits it down to the leaves, with the lists and the rules of kd-split.wgsl; then it writes its points to their slots.
//   orders     the three lists, divided by the nodes of build.level
//   places     room for a place per point
//   structure  see kd-nodes.wgsl
//   slots      bits of xyz (m) and the point's index in the cloud, per slot
// Workgroup: WG threads. CPU twin: src-lab/search/kd-tree-build.ts. Needs kd-build.wgsl, kd-nodes.wgsl,
// scan-threads.wgsl and SUBTREE (const), WG times EACH.

@group(0) @binding(2) var<storage, read> orders: array<u32>;
@group(0) @binding(3) var<storage, read_write> places: array<u32>;
@group(0) @binding(4) var<storage, read_write> structure: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> slots: array<vec4u>;

// A list has SUBTREE entries, of three lists a word has ten bits: up to 512 points.
const BITS: u32 = 10;
const MASK: u32 = 0x3ff;

// Keys and index of each point of the node, in the order of the first list at the start.
var<workgroup> members: array<vec4u, SUBTREE>;
// Place in `members` of each point of a list.
var<workgroup> lists: array<array<u32, SUBTREE>, 3>;

// Node of build.level by its place there.
fn rootOfSubtree(place: u32) -> Node {
  var node = Node(0u, 0u, build.points, 0u);
  for (var below = build.level; below > 0u; below--) {
    if (((place >> (below - 1u)) & 1u) == 0u) {
      node = leftOf(node);
    } else {
      node = rightOf(node, below - 1u);
    }
  }
  return node;
}

fn loadNode(thread: u32, node: Node) {
  let count = node.end - node.first;
  for (var k = thread; k < count; k += WG) {
    let point = orders[node.first + k];
    members[k] = vec4u(keyAt(0u, point), keyAt(1u, point), keyAt(2u, point), point);
    lists[0][k] = k;
    places[point] = k;
  }
  storageBarrier();
  workgroupBarrier();
  for (var k = thread; k < count; k += WG) {
    lists[1][k] = places[orders[build.points + node.first + k]];
    lists[2][k] = places[orders[2u * build.points + node.first + k]];
  }
  workgroupBarrier();
}

fn lowOf(node: Node) -> vec3u {
  let x = members[lists[0][node.first]].x;
  let y = members[lists[1][node.first]].y;
  let z = members[lists[2][node.first]].z;
  return vec3u(x, y, z);
}

fn highOf(node: Node) -> vec3u {
  let last = node.end - 1u;
  return vec3u(members[lists[0][last]].x, members[lists[1][last]].y, members[lists[2][last]].z);
}

fn goesLeft(own: u32, axis: u32, median: u32) -> bool {
  let key = members[own][axis];
  let medianKey = members[median][axis];
  return key < medianKey || (key == medianKey && members[own].w <= members[median].w);
}

// Number in the tree of a node that is numbered from the root of its subtree.
fn numberInTree(root: u32, node: u32, depth: u32) -> u32 {
  return (root << depth) + node;
}

fn writeOwnNode(root: Node, node: Node, depth: u32) {
  let number = numberInTree(root.number, node.number, depth);
  writeNode(number, root.first + node.first, root.first + node.end, lowOf(node), highOf(node));
  if (node.end - node.first == 1u && build.level + depth < build.levels) {
    writeEmptyNode(2u * number + 2u, root.first + node.end);
  }
}

// Splits the nodes `depth` levels below the root of the subtree.
fn splitNodes(thread: u32, root: Node, depth: u32) {
  let count = root.end - root.first;
  var own: array<vec3u, EACH>;
  var nodes: array<Node, EACH>;
  // Per list, BITS each: number of points that go left.
  var isLeft: array<u32, EACH>;
  var sum = 0u;
  for (var k = 0u; k < EACH; k++) {
    let slot = EACH * thread + k;
    if (slot < count) {
      nodes[k] = nodeOfSlot(slot, count, depth);
      own[k] = vec3u(lists[0][slot], lists[1][slot], lists[2][slot]);
      let axis = splitAxis(lowOf(nodes[k]), highOf(nodes[k]));
      // Last point of the left child: a node of one point has no other.
      let median = lists[axis][middleOf(nodes[k].first, nodes[k].end) - 1u];
      for (var list = 0u; list < 3u; list++) {
        isLeft[k] |= select(0u, 1u << (BITS * list), goesLeft(own[k][list], axis, median));
      }
      sum += isLeft[k];
    }
  }
  scanThreads(thread, sum);
  var before = sums[thread] - sum;
  for (var k = 0u; k < EACH; k++) {
    let slot = EACH * thread + k;
    if (slot < count) {
      let node = nodes[k];
      for (var list = 0u; list < 3u; list++) {
        let rank = ((before >> (BITS * list)) & MASK) - node.leftsBefore;
        let right = middleOf(node.first, node.end) + (slot - node.first - rank);
        let goes = ((isLeft[k] >> (BITS * list)) & 1u) == 1u;
        lists[list][select(right, node.first + rank, goes)] = own[k][list];
      }
      before += isLeft[k];
    }
  }
  workgroupBarrier();
}

@compute @workgroup_size(WG)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var place = group.x; place < (1u << build.level); place += groups.x) {
    let root = rootOfSubtree(place);
    let count = root.end - root.first;
    loadNode(thread, root);
    for (var depth = 0u; build.level + depth <= build.levels; depth++) {
      for (var slot = thread; slot < count; slot += WG) {
        let node = nodeOfSlot(slot, count, depth);
        if (slot == node.first) {
          writeOwnNode(root, node, depth);
        }
      }
      if (build.level + depth < build.levels) {
        splitNodes(thread, root, depth);
      }
    }
    for (var k = thread; k < count; k += WG) {
      let member = members[lists[0][k]];
      slots[root.first + k] = vec4u(bitsOf(member.x), bitsOf(member.y), bitsOf(member.z), member.w);
    }
    workgroupBarrier();
  }
}
