import type { MapNode } from '../../../src-core/contract/map-requests.ts';
import type { Sphere } from '../camera.ts';

/** Nodes of a map by path, with their known children. */
export class NodeTree {
  readonly root: MapNode | null;
  readonly #nodes: ReadonlyMap<string, MapNode>;

  constructor(nodes: readonly MapNode[]) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    this.root = this.#nodes.get('') ?? null;
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(id: string): MapNode | undefined {
    return this.#nodes.get(id);
  }

  childrenOf({ id, hasChildren }: MapNode): MapNode[] {
    if (!hasChildren) return [];
    return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((octant) => this.#nodes.get(`${id}${octant}`) ?? []);
  }

  /** Bounding spheres of the finest non-empty cubes, to fit a view to. */
  *leafSpheres(): Generator<Sphere> {
    for (const node of this.#nodes.values()) if (!node.hasChildren) yield sphereOfNode(node);
  }
}

export function sphereOfNode({ corner, edge }: MapNode): Sphere {
  const half = edge / 2;
  return {
    centre: [corner[0] + half, corner[1] + half, corner[2] + half],
    radius: half * Math.sqrt(3),
  };
}

/**
 * Drawn point spacing of a node: its own, unless all of its children are drawn too and fill it. Points are drawn at
 * this size, so that walls are closed and a coarse node does not cover finer ones.
 *
 * @param spacingOf how far the points of a node lie apart, m
 */
export function drawnSpacing(
  tree: NodeTree,
  node: MapNode,
  isDrawn: (id: string) => boolean,
  spacingOf: (node: MapNode) => number = ({ spacing }) => spacing,
): number {
  const children = tree.childrenOf(node);
  if (children.length === 0 || !children.every(({ id }) => isDrawn(id))) return spacingOf(node);
  // A mean by points: a child with a few stray ones must not set the size for all.
  let sum = 0;
  let weight = 0;
  for (const child of children) {
    sum += child.count * drawnSpacing(tree, child, isDrawn, spacingOf);
    weight += child.count;
  }
  return weight > 0 ? sum / weight : spacingOf(node);
}
