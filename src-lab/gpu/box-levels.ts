/** Slots of a leaf and children of a node; must equal LEAF of shaders/boxes.wgsl. */
export const LEAF = 16;
/** Maximum nodes of the top level. A traversal tests all of them: more cost more than another level. */
const MOST_AT_TOP = 256;
/**
 * Must equal MOST_LEVELS of shaders/boxes-reach.wgsl; enough for 2^24 slots with that top level; beyond, the top level
 * grows.
 */
const MOST_LEVELS = 4;

/** Node layout of a tree of boxes by level, see shaders/boxes.wgsl. */
export interface BoxLevels {
  readonly slots: number;
  /** First node and number of nodes of each level, leaves first. */
  readonly first: readonly number[];
  readonly nodes: readonly number[];
  /** Total over all levels. */
  readonly boxes: number;
}

export function boxLevels(slots: number): BoxLevels {
  const first = [0];
  const nodes = [Math.ceil(slots / LEAF)];
  while (nodes[nodes.length - 1] > MOST_AT_TOP && nodes.length < MOST_LEVELS) {
    first.push(first[first.length - 1] + nodes[nodes.length - 1]);
    nodes.push(Math.ceil(nodes[nodes.length - 1] / LEAF));
  }
  return { slots, first, nodes, boxes: first[first.length - 1] + nodes[nodes.length - 1] };
}

/** Converts to struct Tree of shaders/boxes.wgsl. */
export function treeOf({ slots, first, nodes }: BoxLevels): object {
  return { first: padded(first), nodes: padded(nodes), top: nodes.length - 1, slots };
}

function padded(values: readonly number[]): number[] {
  const all = values.slice();
  while (all.length < MOST_LEVELS) all.push(0);
  return all;
}
