import type { MapNode } from '../../../src-core/contract/map-requests.ts';
import { metresPerPixel, type View, type ViewSize } from '../camera.ts';
import { depthOf, isInSight } from '../sight.ts';
import { type NodeTree, sphereOfNode } from './node-tree.ts';

interface SelectionOptions {
  /** Greatest number of points drawn at once. */
  readonly budget: number;
  /** Point spacing on screen above which a node is refined, px. */
  readonly pixels: number;
}

export const SELECTION_DEFAULTS: SelectionOptions = { budget: 5_000_000, pixels: 1.5 };

/**
 * Selects the nodes to draw, most needed first: those with the greatest point spacing on screen, within the budget.
 * A node comes only after its parent, so the selection is always a map without holes.
 */
export function selectNodes(
  tree: NodeTree,
  view: View,
  size: ViewSize,
  { budget, pixels }: SelectionOptions = SELECTION_DEFAULTS,
): MapNode[] {
  const chosen: MapNode[] = [];
  const waiting = new NeedQueue();
  let left = budget;
  if (tree.root !== null) waiting.push(tree.root, needOf(tree.root, view, size) ?? 0);
  for (let next = waiting.pop(); next !== null; next = waiting.pop()) {
    if (next.node.count > left) break;
    left -= next.node.count;
    chosen.push(next.node);
    if (next.need <= pixels) continue;
    for (const child of tree.childrenOf(next.node)) {
      const need = needOf(child, view, size);
      if (need !== null) waiting.push(child, need);
    }
  }
  return chosen;
}

/** Point spacing of a node on screen, px; null if not visible. */
function needOf(node: MapNode, view: View, size: ViewSize): number | null {
  const sphere = sphereOfNode(node);
  if (!isInSight(sphere, view, size)) return null;
  const depth = depthOf(sphere, view) - sphere.radius;
  return node.spacing / metresPerPixel(view, size, Math.max(depth, 0.2));
}

/** Priority queue of nodes by need, largest first: a binary heap. */
class NeedQueue {
  readonly #heap: { node: MapNode; need: number }[] = [];

  push(node: MapNode, need: number): void {
    const heap = this.#heap;
    let i = heap.push({ node, need }) - 1;
    for (let above = (i - 1) >> 1; i > 0 && heap[above].need < heap[i].need; i = above, above = (i - 1) >> 1)
      [heap[i], heap[above]] = [heap[above], heap[i]];
  }

  pop(): { node: MapNode; need: number } | null {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined) return null;
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let i = 0; ; ) {
      let most = i;
      for (const below of [2 * i + 1, 2 * i + 2])
        if (below < heap.length && heap[below].need > heap[most].need) most = below;
      if (most === i) return first;
      [heap[i], heap[most]] = [heap[most], heap[i]];
      i = most;
    }
  }
}
