import type { PointSet } from '../problem/method.ts';

/** k-d tree as flat, transferable arrays. Nodes are stored level by level: children of i are 2i + 1, 2i + 2. */
export interface KdTreeArrays {
  /** Levels below the root; all leaves are on the last one. */
  readonly levels: number;
  /** Nodes 0 .. innerNodes - 1 have children; the following `innerNodes + 1` are the leaves. */
  readonly innerNodes: number;
  /** Split axis per inner node: 0 x, 1 y, 2 z. */
  readonly axis: Uint8Array;
  /** Split coordinate per inner node, midway between its children's points, m; Infinity for one point. */
  readonly split: Float64Array;
  /** Slot range per node in `order` and `xyz`: first .. end - 1. */
  readonly first: Uint32Array;
  readonly end: Uint32Array;
  /** Bounding box per node: min x y z, max x y z, m. */
  readonly box: Float64Array;
  /** Index in the cloud of the point in each slot. */
  readonly order: Uint32Array;
  /** Points by slot, so that a leaf is read sequentially, m. */
  readonly xyz: Float64Array;
}

/** Levels below the root, so that no leaf has more points than `leafPoints`. */
export function treeLevels(count: number, leafPoints: number): number {
  return Math.max(0, Math.ceil(Math.log2(count / leafPoints)));
}

/**
 * Builds the tree: each node splits its points at the median of the axis with the largest extent, points of equal
 * coordinates by index. O(n log n). Twin on the device: src-lab/gpu/device-tree.ts.
 *
 * @param leafPoints maximum points of a leaf
 */
export function buildKdTree(points: PointSet, leafPoints: number): KdTreeArrays {
  const { count } = points;
  const levels = treeLevels(count, leafPoints);
  const innerNodes = 2 ** levels - 1;
  const nodes = 2 * innerNodes + 1;
  const axis = new Uint8Array(innerNodes);
  const split = new Float64Array(innerNodes);
  const first = new Uint32Array(nodes);
  const end = new Uint32Array(nodes);
  const box = new Float64Array(6 * nodes);
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  // Moved along with `order`, so that each node is read in one piece.
  const xyz = points.xyz.slice(0, 3 * count);
  end[0] = count;
  for (let node = 0; node < innerNodes; node++) {
    boundNode(xyz, first[node], end[node], box, 6 * node);
    axis[node] = widestAxis(box, 6 * node);
    const middle = (first[node] + end[node] + 1) >> 1;
    selectSlot(xyz, axis[node], order, first[node], end[node] - 1, middle);
    first[2 * node + 1] = first[node];
    end[2 * node + 1] = middle;
    first[2 * node + 2] = middle;
    end[2 * node + 2] = end[node];
  }
  for (let node = innerNodes; node < nodes; node++) boundNode(xyz, first[node], end[node], box, 6 * node);
  for (let node = 0; node < innerNodes; node++) {
    const left = 6 * (2 * node + 1);
    split[node] = (box[left + 3 + axis[node]] + box[left + 6 + axis[node]]) / 2;
  }
  return { levels, innerNodes, axis, split, first, end, box, order, xyz };
}

/** An empty node gets a box at infinite distance. */
function boundNode(xyz: Float64Array, first: number, end: number, box: Float64Array, at: number): void {
  let [lowX, lowY, lowZ] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [highX, highY, highZ] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let from = 3 * first; from < 3 * end; from += 3) {
    const x = xyz[from];
    const y = xyz[from + 1];
    const z = xyz[from + 2];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  box[at] = lowX;
  box[at + 1] = lowY;
  box[at + 2] = lowZ;
  box[at + 3] = highX;
  box[at + 4] = highY;
  box[at + 5] = highZ;
}

function widestAxis(box: Float64Array, at: number): number {
  const x = box[at + 3] - box[at];
  const y = box[at + 4] - box[at + 1];
  const z = box[at + 5] - box[at + 2];
  if (x >= y && x >= z) return 0;
  return y >= z ? 1 : 2;
}

/**
 * Partially sorts slots low .. high so that the one at `middle` has the point that sorting by coordinate, then index,
 * would put there, none before it is larger and none after it smaller (Hoare's selection with the median of three).
 *
 * @param xyz, order by slot, moved together
 */
function selectSlot(
  xyz: Float64Array,
  axis: number,
  order: Uint32Array,
  low: number,
  high: number,
  middle: number,
): void {
  while (low < high) {
    const at = medianOfThree(xyz, axis, order, low, (low + high) >> 1, high);
    const pivot = order[at];
    const value = xyz[3 * at + axis];
    let i = low;
    let j = high;
    while (i <= j) {
      for (;;) {
        const own = xyz[3 * i + axis];
        if (own > value || (own === value && order[i] >= pivot)) break;
        i++;
      }
      for (;;) {
        const own = xyz[3 * j + axis];
        if (own < value || (own === value && order[j] <= pivot)) break;
        j--;
      }
      if (i <= j) swapSlots(xyz, order, i++, j--);
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

function swapSlots(xyz: Float64Array, order: Uint32Array, i: number, j: number): void {
  const index = order[i];
  order[i] = order[j];
  order[j] = index;
  const a = 3 * i;
  const b = 3 * j;
  const x = xyz[a];
  const y = xyz[a + 1];
  const z = xyz[a + 2];
  xyz[a] = xyz[b];
  xyz[a + 1] = xyz[b + 1];
  xyz[a + 2] = xyz[b + 2];
  xyz[b] = x;
  xyz[b + 1] = y;
  xyz[b + 2] = z;
}

/** Whether the point of a slot comes before that of another along the axis. */
function isBefore(xyz: Float64Array, axis: number, order: Uint32Array, a: number, b: number): boolean {
  const of = xyz[3 * a + axis];
  const than = xyz[3 * b + axis];
  return of < than || (of === than && order[a] < order[b]);
}

function medianOfThree(
  xyz: Float64Array,
  axis: number,
  order: Uint32Array,
  a: number,
  b: number,
  c: number,
): number {
  if (isBefore(xyz, axis, order, b, a)) {
    const swapped = a;
    a = b;
    b = swapped;
  }
  if (isBefore(xyz, axis, order, c, b)) return isBefore(xyz, axis, order, c, a) ? a : c;
  return b;
}
