import type { PointCloud } from '../../src-core/model/cloud.ts';
import type { VolumeCloud } from './volume-messages.ts';

/** Clouds that arrive by message, for who takes them one after another. */
export class CloudQueue implements AsyncIterable<PointCloud> {
  readonly #waiting: VolumeCloud[] = [];
  readonly #taken: (count: number) => void;
  #ended = false;
  #wake: () => void = () => {};

  /** @param taken hears of each cloud that was looked at */
  constructor(taken: (count: number) => void) {
    this.#taken = taken;
  }

  push(clouds: readonly VolumeCloud[]): void {
    this.#waiting.push(...clouds);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PointCloud> {
    for (;;) {
      const cloud = this.#waiting.shift();
      if (cloud !== undefined) {
        yield { ...cloud, count: cloud.xyz.length / 3, reflectivity: cloud.reflectivity ?? undefined };
        this.#taken(1);
      } else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
