import type { PointCloud } from '../../src-core/model/cloud.ts';
import type { VolumeCloud } from './volume-messages.ts';

/** Queue of clouds that arrive in batches, for one consumer that takes them one by one. */
export class CloudQueue implements AsyncIterable<PointCloud> {
  readonly #waiting: { readonly cloud: VolumeCloud; readonly taken: () => void }[] = [];
  #ended = false;
  #closed = false;
  #wake: () => void = () => {};

  /** @returns when the consumer has processed all of them, or has closed the queue */
  async push(clouds: readonly VolumeCloud[]): Promise<void> {
    if (this.#closed) return;
    const taken = clouds.map((cloud) => new Promise<void>((resolve) => this.#add(cloud, resolve)));
    this.#wake();
    await Promise.all(taken);
  }

  /** Marks the end of the clouds. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Closes the queue: the consumer takes no more. */
  close(): void {
    this.#closed = true;
    for (const { taken } of this.#waiting.splice(0)) taken();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PointCloud> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        const { cloud, taken } = next;
        try {
          yield { ...cloud, count: cloud.xyz.length / 3, reflectivity: cloud.reflectivity ?? undefined };
        } finally {
          taken();
        }
      } else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  #add(cloud: VolumeCloud, taken: () => void): void {
    this.#waiting.push({ cloud, taken });
  }
}
