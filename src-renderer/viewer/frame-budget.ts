/** Share of the wanted interval below which a frame was swift, and above which it was slow. */
const SWIFT = 1.1;
const SLOW = 1.35;
/** Slow frames in a row that reduce the budget: one may be caused by another program, three are not. */
const SLOW_FRAMES = 3;
/** Swift frames in a row that increase it; twice as many each time that this turned out to be too much. */
const SWIFT_FRAMES = 20;
const MOST_SWIFT_FRAMES = 320;
/** Frame interval, by the wanted one, from which much fewer points are needed. */
const HALTING = 4;
const LEAST = 15_000;

/** What a frame budget begins with. */
export interface FrameBudgetStart {
  /** Points of the first frames. */
  readonly points: number;
  /** Wanted milliseconds from one frame to the next. */
  readonly frameMs: number;
}

/**
 * Adaptive point budget: reduced if frames are too slow, increased if they are fast. Only consecutive frames count;
 * an idle window gives no information.
 */
export class FrameBudget {
  readonly #most: number;
  readonly #frameMs: number;
  #points: number;
  #slow = 0;
  #swift = 0;
  #patience = SWIFT_FRAMES;
  /** True if the last change was an increase. */
  #isTrying = false;

  constructor(most: number, { points, frameMs }: FrameBudgetStart) {
    this.#most = most;
    this.#frameMs = frameMs;
    this.#points = Math.min(most, points);
  }

  get points(): number {
    return this.#points;
  }

  /** Updates the budget. @returns whether it has changed */
  hear(intervalMs: number): boolean {
    const share = intervalMs / this.#frameMs;
    this.#slow = share > SLOW ? this.#slow + 1 : 0;
    this.#swift = share < SWIFT ? this.#swift + 1 : 0;
    const before = this.#points;
    if (this.#slow >= SLOW_FRAMES) {
      this.#points = Math.max(LEAST, Math.round((share > HALTING ? 0.3 : 0.7) * before));
      if (this.#isTrying) this.#patience = Math.min(MOST_SWIFT_FRAMES, 2 * this.#patience);
      this.#isTrying = false;
    } else if (this.#swift >= this.#patience) {
      this.#points = Math.min(this.#most, Math.round(1.3 * before));
      this.#isTrying = true;
    }
    if (this.#points === before) return false;
    this.#slow = 0;
    this.#swift = 0;
    return true;
  }
}
