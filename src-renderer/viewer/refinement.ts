import type { PointMesh } from './point-mesh.ts';

/** What a refinement draws with. */
export interface RefinementParts {
  /** Sets the constants of all that is in sight. @returns what to draw */
  prepare(): readonly PointMesh[];
  /** Greatest number of points of a piece. */
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

/**
 * Draws all points in sight when the view rests, in pieces of what one frame may take, into a picture that is shown
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
    const pieces = piecesOf(this.#parts.prepare(), this.#parts.most());
    for (const [k, piece] of pieces.entries()) {
      this.#parts.draw(piece, k === 0, k === pieces.length - 1);
      await this.#parts.whenDrawn();
      if (run !== this.#run) return;
    }
    this.#isRunning = false;
    if (this.#isOutdated) this.start();
    this.#parts.ended();
  }
}

/** Meshes in groups of at most so many points, or of one mesh. */
export function piecesOf<T extends { readonly points: number }>(meshes: readonly T[], most: number): T[][] {
  const pieces: T[][] = [[]];
  let left = most;
  for (const mesh of meshes) {
    if (mesh.points > left && pieces[pieces.length - 1].length > 0) {
      pieces.push([]);
      left = most;
    }
    pieces[pieces.length - 1].push(mesh);
    left -= mesh.points;
  }
  return pieces;
}
