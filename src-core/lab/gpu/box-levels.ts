/** Slots of a leaf and children of a node, as LEAF of shaders/boxes.wgsl. */
export const LEAF = 16;
/** A walk tests all nodes of the highest level: more of them cost more than another level. */
const MOST_AT_TOP = 256;
/** As MOST_LEVELS of shaders/boxes-walk.wgsl; enough for 2^24 slots at that top; the top grows beyond. */
const MOST_LEVELS = 4;

/** Where the levels of a tree of boxes lie, see shaders/boxes.wgsl. */
export interface BoxLevels {
  readonly slots: number;
  /** First node and number of nodes of each level, the leaves' first. */
  readonly first: readonly number[];
  readonly nodes: readonly number[];
  /** Of all levels. */
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

/** As struct Tree of shaders/boxes.wgsl takes it. */
export function treeOf({ slots, first, nodes }: BoxLevels): object {
  const four = (values: readonly number[]): number[] =>
    Array.from({ length: MOST_LEVELS }, (_, k) => values[k] ?? 0);
  return { first: four(first), nodes: four(nodes), top: nodes.length - 1, slots };
}
