/** Smoothing factor of the speed: about the last ten reports count. */
const SMOOTHING = 0.2;

/** Estimates the remaining time of work of known size from its recent mean speed. */
export class TimeLeft {
  #speed: number | null = null;
  #last: { done: number; at: number } | null = null;

  /**
   * @param total null if unknown
   * @param at ms, any clock that runs evenly
   * @returns seconds, or null until it can be estimated
   */
  secondsLeft(done: number, total: number | null, at: number): number | null {
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

  /** Units per second, or null until it can be estimated. */
  get speed(): number | null {
    return this.#speed;
  }
}
