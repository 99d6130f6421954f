import type { PointMesh } from './point-mesh.ts';

/** What a refinement draws with. */
interface RefinementParts {
  /** Sets the constants of all that is in sight. @returns what to draw */
  prepare(): readonly PointMesh[];
  /** Greatest number of points of the first piece. */
  most(): number;
  /** Draws a piece into the next picture; the last one shows it. */
  draw(meshes: readonly PointMesh[], isFirst: boolean, isLast: boolean): void;
  /** Resolves when the piece is drawn. */
  whenDrawn(): Promise<void>;
  /** Called when all is drawn. */
  ended(): void;
}

/** How long the view rests before it is refined, ms: longer than between two steps of a wheel. */
const REST_MS = 150;
/** Time that a piece may take, ms: the window waits for it when the view moves on. */
const PIECE_MS = 80;

/**
 * Draws all points in sight when the view rests, in pieces of what the window may wait for, into a picture that is shown
 * when it is complete: so the window answers at once when the view moves on, and never flickers.
 */
export class Refinement {
  readonly #parts: RefinementParts;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Number of the run: an older one has been stopped. */
  #run = 0;
  #isRunning = false;
  #isOutdated = false;

  constructor(parts: RefinementParts) {
    this.#parts = parts;
  }

  get isIdle(): boolean {
    return this.#timer === null && !this.#isRunning;
  }

  /** Starts when the view has rested; if a run is under way, another follows it. */
  start(): void {
    if (this.#isRunning) this.#isOutdated = true;
    else
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        void this.#refine(++this.#run);
      }, REST_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isRunning = false;
    this.#run++;
  }

  async #refine(run: number): Promise<void> {
    this.#isRunning = true;
    this.#isOutdated = false;
    const meshes = this.#parts.prepare();
    let most = this.#parts.most();
    let done = 0;
    do {
      const piece = pieceOf(meshes, done, most);
      const began = performance.now();
      this.#parts.draw(piece, done === 0, done + piece.length === meshes.length);
      done += piece.length;
      await this.#parts.whenDrawn();
      if (run !== this.#run) return;
      // Waiting for a piece takes a frame or two, so few large ones are done sooner.
      most *= performance.now() - began < PIECE_MS ? 2 : 1;
    } while (done < meshes.length);
    this.#isRunning = false;
    if (this.#isOutdated) this.start();
    this.#parts.ended();
  }
}

/** The meshes from a place on that have at most so many points together, or one mesh. */
export function pieceOf<T extends { readonly points: number }>(
  meshes: readonly T[],
  from: number,
  most: number,
): T[] {
  let left = most;
  let to = from;
  while (to < meshes.length && (meshes[to].points <= left || to === from)) left -= meshes[to++].points;
  return meshes.slice(from, to);
}
