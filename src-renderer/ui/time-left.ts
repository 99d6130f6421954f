/** Share of a new speed in the mean: about the last ten tellings count. */
const SMOOTHING = 0.2;

/** How long work of known size takes on: by its mean speed of late. */
export class TimeLeft {
  #speed: number | null = null;
  #last: { done: number; at: number } | null = null;

  /**
   * @param total null where nobody knows
   * @param at ms, any clock that runs evenly
   * @returns seconds, or null while nothing can be said
   */
  tell(done: number, total: number | null, at: number): number | null {
    if (this.#last === null || done < this.#last.done) {
      this.#speed = null;
      this.#last = { done, at };
    } else if (done > this.#last.done && at > this.#last.at) {
      const speed = (1000 * (done - this.#last.done)) / (at - this.#last.at);
      this.#speed = this.#speed === null ? speed : this.#speed + SMOOTHING * (speed - this.#speed);
      this.#last = { done, at };
    }
    return total === null || this.#speed === null ? null : Math.max(0, total - done) / this.#speed;
  }

  /** Units each second, or null while nothing can be said. */
  get speed(): number | null {
    return this.#speed;
  }
}
