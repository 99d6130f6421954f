/** Milliseconds between two drawings that a hand does not feel, and those that it does. */
const SMOOTH_MS = 24;
const ROUGH_MS = 45;
/** From here on the drawing is not a little too slow, but of a machine without a card. */
const HALTING_MS = 200;
const LEAST = 150_000;

/**
 * How many points may be drawn at once: fewer where drawings follow one another too slowly, more where they are swift.
 * Only drawings that follow at once are heard of; a window at rest says nothing of its card.
 */
export class FrameBudget {
  readonly #most: number;
  #points: number;
  #slow = 0;
  #swift = 0;

  constructor(most: number) {
    this.#most = most;
    this.#points = most;
  }

  get points(): number {
    return this.#points;
  }

  /** @returns whether the budget has changed */
  hear(intervalMs: number): boolean {
    this.#slow = intervalMs > ROUGH_MS ? this.#slow + 1 : 0;
    this.#swift = intervalMs < SMOOTH_MS ? this.#swift + 1 : 0;
    const before = this.#points;
    // One slow drawing may be another program's doing; three in a row are not.
    const left = intervalMs > HALTING_MS ? 0.3 : 0.7;
    if (this.#slow >= 3) this.#points = Math.max(LEAST, Math.round(left * before));
    if (this.#swift >= 20) this.#points = Math.min(this.#most, Math.round(1.3 * before));
    if (this.#points === before) return false;
    this.#slow = 0;
    this.#swift = 0;
    return true;
  }
}
