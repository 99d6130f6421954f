/** Something that changes now and then, and that somebody waits for. */
export class Change {
  #tell: () => void = () => {};
  #next = this.#following();

  /** Resolves at the next change. */
  get next(): Promise<void> {
    return this.#next;
  }

  tell(): void {
    const tell = this.#tell;
    this.#next = this.#following();
    tell();
  }

  #following(): Promise<void> {
    return new Promise((resolve) => {
      this.#tell = resolve;
    });
  }
}
