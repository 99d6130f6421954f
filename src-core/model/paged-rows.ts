import { giveBack } from './give-back.ts';
import { PagedBytes, type Pages } from './paged-bytes.ts';

/** Bytes of a block of rows, about. */
const BLOCK_BYTES = 1 << 18;
/** Blocks that are in memory at a time: of passes along the rows, and of looks to the next ones. */
const ROOMS = 4;

/**
 * Rows of numbers that are added in order and then read, in blocks that lie in pages until one of their rows is asked for:
 * fastest along the rows.
 */
export class PagedRows {
  /** Numbers of a row. */
  readonly length: number;
  readonly #perBlock: number;
  /** Null: all blocks stay in memory. */
  readonly #pages: Pages | null;
  readonly #blocks: (Float64Array<ArrayBuffer> | PagedBytes)[] = [];
  /** The block that is being filled; null: none. */
  #open: Float64Array<ArrayBuffer> | null = null;
  #rows = 0;
  /** Blocks as they were read, the last used at the end. */
  #rooms: { block: number; numbers: Float64Array<ArrayBuffer> }[] = [];

  constructor(length: number, pages: Pages | null) {
    this.length = length;
    this.#perBlock = Math.max(1, Math.floor(BLOCK_BYTES / (8 * length)));
    this.#pages = pages;
  }

  /** Number of rows that were added. */
  get rows(): number {
    return this.#rows;
  }

  /** Adds a row of zeros. @returns the row, to be filled before the next is added */
  add(): Float64Array {
    const at = this.#rows++ % this.#perBlock;
    if (at === 0) this.#close();
    this.#open ??= new Float64Array(this.#perBlock * this.length);
    return this.#open.subarray(at * this.length, (at + 1) * this.length);
  }

  /**
   * A row that was added; no other is added afterwards. Valid until the next is asked for, and to be read only.
   *
   * @throws SocavonError 'file-unreadable'
   */
  row(index: number): Float64Array {
    this.#close();
    const block = Math.floor(index / this.#perBlock);
    const at = (index - block * this.#perBlock) * this.length;
    return this.#blockAt(block).subarray(at, at + this.length);
  }

  /** Gives back the memory; no row is read any more. */
  release(): void {
    giveBack(this.#open ?? undefined);
    for (const block of this.#blocks) if (!(block instanceof PagedBytes)) giveBack(block);
    for (const { numbers } of this.#rooms) giveBack(numbers);
    this.#open = null;
    this.#blocks.length = 0;
    this.#rooms = [];
  }

  #blockAt(index: number): Float64Array<ArrayBuffer> {
    const block = this.#blocks[index];
    if (!(block instanceof PagedBytes)) return block;
    const known = this.#rooms.findIndex((room) => room.block === index);
    if (known === this.#rooms.length - 1 && known >= 0) return this.#rooms[known].numbers;
    const [room] =
      known >= 0
        ? this.#rooms.splice(known, 1)
        : this.#rooms.length === ROOMS
          ? this.#rooms.splice(0, 1)
          : [{ block: -1, numbers: new Float64Array(this.#perBlock * this.length) }];
    if (room.block !== index) {
      block.readInto(new Uint8Array(room.numbers.buffer));
      room.block = index;
    }
    this.#rooms.push(room);
    return room.numbers;
  }

  #close(): void {
    if (this.#open === null) return;
    const numbers = this.#open;
    this.#open = null;
    this.#blocks.push(this.#pages?.put(new Uint8Array(numbers.buffer), null) ?? numbers);
  }
}
