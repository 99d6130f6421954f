/** Frame interval that feels smooth, ms; with the noticeable one below. */
const SMOOTH_MS = 24;
const ROUGH_MS = 45;
/** Frame interval, ms, from which the machine probably has no graphics card. */
const HALTING_MS = 200;
const LEAST = 60_000;

/**
 * Adaptive point budget: reduced if frames are too slow, increased if they are fast. Only consecutive frames count;
 * an idle window gives no information.
 */
export class FrameBudget {
  readonly #most: number;
  #points: number;
  #slow = 0;
  #swift = 0;

  /** @param start points of the first frames; default the most */
  constructor(most: number, start = most) {
    this.#most = most;
    this.#points = Math.min(most, start);
  }

  get points(): number {
    return this.#points;
  }

  /** Updates the budget. @returns whether it has changed */
  hear(intervalMs: number): boolean {
    this.#slow = intervalMs > ROUGH_MS ? this.#slow + 1 : 0;
    this.#swift = intervalMs < SMOOTH_MS ? this.#swift + 1 : 0;
    const before = this.#points;
    // One slow frame may be caused by another program; three in a row are not.
    const left = intervalMs > HALTING_MS ? 0.3 : 0.7;
    if (this.#slow >= 3) this.#points = Math.max(LEAST, Math.round(left * before));
    if (this.#swift >= 20) this.#points = Math.min(this.#most, Math.round(1.3 * before));
    if (this.#points === before) return false;
    this.#slow = 0;
    this.#swift = 0;
    return true;
  }
}
