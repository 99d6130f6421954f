import type { MapNode } from '../../src-core/contract/map-requests.ts';
import type { Points } from '../../src-core/contract/shapes.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { View, ViewSize } from './camera.ts';
import { FrameBudget } from './frame-budget.ts';
import { drawnSpacing, NodeTree, sphereOfNode } from './levels/node-tree.ts';
import { SELECTION_DEFAULTS, selectNodes } from './levels/select-nodes.ts';
import { isInSight } from './sight.ts';
import type { TunnelViewer } from './tunnel-viewer.ts';

/** Concurrent requests: enough to keep the disk busy, few enough that a changed view does not wait. */
const IN_FLIGHT = 4;
/** Interval of node selection while the view moves, ms. */
const LOOK_MS = 80;
/** Time without a change of the view after which all that it needs is loaded, ms. */
const REST_MS = 250;
/** Where the finer nodes are sparse, the coarse points among them may be this much larger than the finer ones' mean. */
const ROOM = 2;
/** Greatest number of points that are loaded at once: some 30 bytes each. */
const MOST_POINTS = 5_000_000;
/** Time slice for computing distances to the design before yielding to the window, ms: most of a frame. */
const SLICE_MS = 10;

/**
 * Streams the levels of detail of a map of any size into a viewer: loads finer nodes where the view is too coarse,
 * unloads nodes that are not needed, and stays within the point budget. While the view moves, it loads no more than a frame
 * can draw.
 */
export class LevelStream {
  readonly tree: NodeTree;
  readonly #viewer: TunnelViewer;
  readonly #load: (id: string) => Promise<Points>;
  readonly #facts: (points: Points) => Float32Array | null;
  readonly #fail: (error: unknown) => void;
  readonly #most: number;
  readonly #budget: FrameBudget;
  readonly #drawn = new Set<string>();
  readonly #loading = new Set<string>();
  #wanted: readonly MapNode[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #resting: ReturnType<typeof setTimeout> | null = null;
  /** Nodes whose distances to the design must be recomputed. */
  #outdated: string[] = [];
  #refreshing: ReturnType<typeof setTimeout> | null = null;
  #stopped = false;

  /**
   * @param load loads the points of a node
   * @param facts signed distance to the design of each point; null if not requested
   * @param fail receives the first loading error; loaded nodes stay
   * @param most greatest number of points that are loaded at once
   */
  constructor(
    viewer: TunnelViewer,
    nodes: readonly MapNode[],
    load: (id: string) => Promise<Points>,
    facts: (points: Points) => Float32Array | null,
    fail: (error: unknown) => void,
    most: number = MOST_POINTS,
  ) {
    this.tree = new NodeTree(nodes);
    this.#viewer = viewer;
    this.#load = load;
    this.#facts = facts;
    this.#fail = fail;
    this.#most = most;
    this.#budget = new FrameBudget(most, viewer.frameBudget);
    viewer.framePoints = this.#budget.points;
  }

  /** True if all nodes that the view needs are loaded. */
  get settled(): boolean {
    return (
      this.#timer === null &&
      this.#resting === null &&
      this.#refreshing === null &&
      this.#loading.size === 0 &&
      this.#wanted.every(({ id }) => this.#drawn.has(id))
    );
  }

  /** Call when the view has changed, and once at the start. */
  look(): void {
    if (this.#stopped) return;
    if (this.#resting !== null) clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#resting = null;
      this.#choose(this.#most);
    }, REST_MS);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#resting !== null) this.#choose(Math.min(this.#most, this.#budget.points));
    }, LOOK_MS);
  }

  /**
   * Loads all that a picture of another view needs; `look` afterwards goes back to that of the viewer.
   *
   * @throws CancelledError if the map is shown no more; what loading throws
   */
  async bring(view: View, size: ViewSize): Promise<void> {
    for (const timer of [this.#timer, this.#resting]) if (timer !== null) clearTimeout(timer);
    this.#timer = null;
    this.#resting = null;
    this.#wanted = selectNodes(this.tree, view, size, { ...SELECTION_DEFAULTS, budget: this.#most });
    this.#release(this.#most);
    const missing = this.#wanted.filter(({ id }) => !this.#drawn.has(id));
    for (let from = 0; from < missing.length; from += IN_FLIGHT)
      await Promise.all(
        missing.slice(from, from + IN_FLIGHT).map(async ({ id }) => {
          const points = await this.#load(id);
          if (this.#stopped) throw new CancelledError();
          if (this.#drawn.has(id)) return;
          this.#drawn.add(id);
          this.#show(id, points);
        }),
      );
    if (this.#stopped) throw new CancelledError();
    this.#respace({ view, size });
  }

  /** Call after each frame that followed another immediately. */
  hearFrame(intervalMs: number): void {
    this.#budget.hear(intervalMs);
    this.#viewer.framePoints = this.#budget.points;
  }

  /** Recomputes the distances to the design, some nodes at a time: millions of points would block the window. */
  refreshFacts(): void {
    this.#outdated = [...this.#drawn];
    this.#refreshing ??= setTimeout(() => this.#refresh());
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of [this.#timer, this.#resting, this.#refreshing])
      if (timer !== null) clearTimeout(timer);
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

  #choose(budget: number): void {
    const { view, size } = this.#viewer;
    this.#wanted = selectNodes(this.tree, view, size, { ...SELECTION_DEFAULTS, budget });
    this.#release(budget);
    this.#respace();
    this.#fetch();
  }

  /** Lets go of what is not wanted. */
  #release(budget: number): void {
    const needed = new Set(this.#wanted.map(({ id }) => id));
    let held = 0;
    for (const id of this.#drawn) held += this.tree.get(id)?.count ?? 0;
    // What was loaded for a view at rest stays while it moves: it may be needed again at once.
    if (budget === this.#most || held > this.#most)
      for (const id of [...this.#drawn]) {
        if (needed.has(id)) continue;
        this.#viewer.removePoints(nameOf(id));
        this.#drawn.delete(id);
      }
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
      if (this.#stopped) return;
      if (this.#wanted.some((node) => node.id === id)) {
        this.#drawn.add(id);
        this.#show(id, points);
      }
      // Also after a node that is no longer wanted: what is wanted in its place has waited for it.
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

  #respace({ view, size }: Pick<TunnelViewer, 'view' | 'size'> = this.#viewer): void {
    const { points } = this.#viewer;
    /** What is not in sight is not missing. */
    const isDrawn = (id: string): boolean => {
      const node = this.tree.get(id);
      return this.#drawn.has(id) || (node !== undefined && !isInSight(sphereOfNode(node), view, size));
    };
    const spacingOf = ({ id, spacing }: MapNode): number => points.spacingOf(nameOf(id)) ?? spacing;
    for (const id of this.#drawn) {
      const node = this.tree.get(id);
      if (!node) continue;
      // What is not filled by finer nodes has the spacing of each of its points.
      const isFilled = node.hasChildren && this.tree.childrenOf(node).every((child) => isDrawn(child.id));
      points.setSpacing(
        nameOf(id),
        isFilled ? ROOM * drawnSpacing(this.tree, node, isDrawn, spacingOf) : Number.POSITIVE_INFINITY,
      );
    }
    this.#viewer.invalidate();
  }
}

function nameOf(id: string): string {
  return `map/${id}`;
}
