import type { MapNode } from '../../src-core/contract/map-requests.ts';
import type { Points } from '../../src-core/contract/shapes.ts';
import { FrameBudget } from './levels/frame-budget.ts';
import { drawnSpacing, NodeTree } from './levels/node-tree.ts';
import { SELECTION_DEFAULTS, selectNodes } from './levels/select-nodes.ts';
import type { TunnelViewer } from './tunnel-viewer.ts';

/** Concurrent requests: enough to keep the disk busy, few enough that a changed view does not wait. */
const IN_FLIGHT = 4;
/** Interval of node selection while the view moves, ms. */
const LOOK_MS = 80;
/** Time slice for computing distances to the design before yielding to the window, ms: most of a frame. */
const SLICE_MS = 10;

/**
 * Streams the levels of detail of a map of any size into a viewer: loads finer nodes where the view is too coarse,
 * unloads nodes that are not needed, and stays within the point budget.
 */
export class LevelStream {
  readonly tree: NodeTree;
  readonly #viewer: TunnelViewer;
  readonly #load: (id: string) => Promise<Points>;
  readonly #facts: (points: Points) => Float32Array | null;
  readonly #fail: (error: unknown) => void;
  readonly #budget: FrameBudget;
  readonly #drawn = new Set<string>();
  readonly #loading = new Set<string>();
  #wanted: readonly MapNode[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Nodes whose distances to the design must be recomputed. */
  #outdated: string[] = [];
  #refreshing: ReturnType<typeof setTimeout> | null = null;
  #stopped = false;

  /**
   * @param load loads the points of a node
   * @param facts signed distance to the design of each point; null if not requested
   * @param fail receives the first loading error; loaded nodes stay
   */
  constructor(
    viewer: TunnelViewer,
    nodes: readonly MapNode[],
    load: (id: string) => Promise<Points>,
    facts: (points: Points) => Float32Array | null,
    fail: (error: unknown) => void,
    budget: number = viewer.pointBudget,
  ) {
    this.tree = new NodeTree(nodes);
    this.#viewer = viewer;
    this.#load = load;
    this.#facts = facts;
    this.#fail = fail;
    this.#budget = new FrameBudget(budget);
  }

  /** True if all nodes that the view needs are loaded. */
  get settled(): boolean {
    return (
      this.#timer === null &&
      this.#refreshing === null &&
      this.#loading.size === 0 &&
      this.#wanted.every(({ id }) => this.#drawn.has(id))
    );
  }

  /** Call when the view has changed, and once at the start. */
  look(): void {
    if (this.#timer !== null || this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#choose();
    }, LOOK_MS);
  }

  /** Call after each frame that followed another immediately. */
  hearFrame(intervalMs: number): void {
    if (this.#budget.hear(intervalMs)) this.look();
  }

  /** Recomputes the distances to the design, some nodes at a time: millions of points would block the window. */
  refreshFacts(): void {
    this.#outdated = [...this.#drawn];
    this.#refreshing ??= setTimeout(() => this.#refresh());
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of [this.#timer, this.#refreshing]) if (timer !== null) clearTimeout(timer);
    for (const id of this.#drawn) this.#viewer.removePoints(nameOf(id));
    this.#drawn.clear();
  }

  #refresh(): void {
    this.#refreshing = null;
    const end = performance.now() + SLICE_MS;
    while (this.#outdated.length > 0 && performance.now() < end) {
      const name = nameOf(this.#outdated.pop()!);
      const batch = this.#viewer.points.batches.get(name);
      if (batch !== undefined) this.#viewer.setDistance(name, this.#facts(batch.points));
    }
    if (this.#outdated.length > 0) this.#refreshing = setTimeout(() => this.#refresh());
  }

  #choose(): void {
    const { view, size } = this.#viewer;
    const options = { ...SELECTION_DEFAULTS, budget: this.#budget.points };
    this.#wanted = selectNodes(this.tree, view, size, options);
    const needed = new Set(this.#wanted.map(({ id }) => id));
    for (const id of [...this.#drawn]) {
      if (needed.has(id)) continue;
      this.#viewer.removePoints(nameOf(id));
      this.#drawn.delete(id);
    }
    this.#respace();
    this.#fetch();
  }

  #fetch(): void {
    for (const { id } of this.#wanted) {
      if (this.#stopped || this.#loading.size >= IN_FLIGHT) return;
      if (this.#drawn.has(id) || this.#loading.has(id)) continue;
      this.#loading.add(id);
      void this.#bring(id);
    }
  }

  async #bring(id: string): Promise<void> {
    try {
      const points = await this.#load(id);
      this.#loading.delete(id);
      if (this.#stopped || !this.#wanted.some((node) => node.id === id)) return;
      this.#drawn.add(id);
      this.#show(id, points);
      this.#respace();
      this.#fetch();
    } catch (error) {
      this.#loading.delete(id);
      if (this.#stopped) return;
      this.stop();
      this.#fail(error);
    }
  }

  #show(id: string, points: Points): void {
    const node = this.tree.get(id);
    this.#viewer.setPoints(nameOf(id), points, { spacing: node?.spacing, distance: this.#facts(points) });
  }

  #respace(): void {
    for (const id of this.#drawn) {
      const node = this.tree.get(id);
      if (!node) continue;
      this.#viewer.points.setSpacing(
        nameOf(id),
        drawnSpacing(this.tree, node, (child) => this.#drawn.has(child)),
      );
    }
    this.#viewer.invalidate();
  }
}

function nameOf(id: string): string {
  return `map/${id}`;
}
