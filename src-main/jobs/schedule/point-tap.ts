import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { Change } from './change.ts';

/** Clouds that wait to be taken before the stream waits for whoever takes them. */
const MOST_WAITING = 6;
/**
 * Copies that are used in turn, so that none is thrown away: a drive's would be hundreds of megabytes before the garbage
 * collector of the other thread comes round to them. A reader may ask for a dozen ahead before it has done with the first.
 */
const SLOTS = 20;

/** What the second reader gets: the next cloud; or none, because that was the last, or because it must look elsewhere. */
export type TappedCloud = PointCloud | 'end' | 'gone';

/**
 * Stream of clouds that a second reader takes a copy of, at its own pace: the first waits for the second, until that
 * releases it.
 */
export class PointTap {
  #waiting: PointCloud[] = [];
  /** How the clouds ended; null: they have not. */
  #end: Exclude<TappedCloud, PointCloud> | null = null;
  #isReleased = false;
  readonly #change = new Change();
  #last: Promise<unknown> = Promise.resolve();
  readonly #slots = Array.from({ length: SLOTS }, () => new CloudSlot());
  #copied = 0;

  /** The clouds, each copied for the second reader. Of clouds that are streamed again nothing is copied. */
  async *through(clouds: AsyncIterable<PointCloud>): AsyncGenerator<PointCloud> {
    const isFirst = this.#end === null;
    try {
      for await (const cloud of clouds) {
        while (isFirst && !this.#isReleased && this.#waiting.length >= MOST_WAITING) await this.#change.next;
        if (isFirst && !this.#isReleased) {
          this.#waiting.push(this.#slots[this.#copied++ % SLOTS].copyOf(cloud));
          this.#change.tell();
        }
        yield cloud;
      }
      this.#end ??= 'end';
    } finally {
      // They failed, or were not read to their end.
      this.#end ??= 'gone';
      this.#change.tell();
    }
  }

  /** The next cloud for the second reader; asked for several at once, it gets them in order. */
  next(): Promise<TappedCloud> {
    const turn = this.#last.then(() => this.#take());
    this.#last = turn;
    return turn;
  }

  async #take(): Promise<TappedCloud> {
    while (!this.#isReleased && this.#waiting.length === 0 && this.#end === null) await this.#change.next;
    if (this.#isReleased) return 'gone';
    const cloud = this.#waiting.shift();
    this.#change.tell();
    return cloud ?? this.#end!;
  }

  /** The second reader takes no more. */
  release(): void {
    this.#isReleased = true;
    this.#waiting = [];
    this.#change.tell();
  }

  /** Resolves when the second reader releases the clouds. */
  async released(): Promise<void> {
    while (!this.#isReleased) await this.#change.next;
  }
}

/** Memory that both threads see, for the columns of one cloud. */
class CloudSlot {
  #bytes = new SharedArrayBuffer(0);

  /** A cloud with what the measurement reads of it; the original is overwritten by the next. */
  copyOf({ count, origin, xyz, reflectivity, scanIndex, beam, seenFrom, force }: PointCloud): PointCloud {
    const needed = 12 * count + 4 * count + 2 * count + count;
    if (this.#bytes.byteLength < needed) this.#bytes = new SharedArrayBuffer(Math.ceil(1.25 * needed));
    const into = <Column extends Float32Array | Uint32Array | Uint16Array | Uint8Array>(
      column: Column,
      from: Column,
    ): Column => {
      column.set(from);
      return column;
    };
    const bytes = this.#bytes;
    return {
      count,
      origin,
      xyz: into(new Float32Array(bytes, 0, 3 * count), xyz),
      ...(scanIndex && { scanIndex: into(new Uint32Array(bytes, 12 * count, count), scanIndex) }),
      ...(reflectivity && { reflectivity: into(new Uint16Array(bytes, 16 * count, count), reflectivity) }),
      ...(beam && { beam: into(new Uint8Array(bytes, 18 * count, count), beam) }),
      ...(seenFrom !== undefined && { seenFrom }),
      ...(force && { force }),
    };
  }
}
