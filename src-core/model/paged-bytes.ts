import { giveBack } from './give-back.ts';

/** Room outside of memory, such as a file, for bytes that are not read for a while. Owned by who opened it. */
export interface PageStore {
  /** Writes bytes at a place, over what is there. @returns false if there is no room: they stay in memory */
  write(bytes: Uint8Array, place: number): boolean;
  /** Reads as many bytes as `into` holds. @throws SocavonError 'file-unreadable' */
  read(place: number, into: Uint8Array): void;
  close(): void;
}

/** Room that bytes get more than they need, as a share: they are written again when points were added. */
const SPARE = 0.25;

/**
 * Bytes in pages of a store, of several owners: each grows in its own place as far as that reaches.
 */
export class Pages {
  readonly #store: PageStore;
  #end = 0;

  /** @param store owned by the caller */
  constructor(store: PageStore) {
    this.#store = store;
  }

  /**
   * Writes bytes and gives their memory back.
   *
   * @param earlier where the same owner wrote them before; it is not read any more
   * @returns null if the store has no room: the bytes are as they were
   */
  put(bytes: Uint8Array, earlier: PagedBytes | null): PagedBytes | null {
    const fits = earlier !== null && bytes.length <= earlier.room;
    const place = fits ? earlier.place : this.#end;
    const room = fits ? earlier.room : Math.ceil((1 + SPARE) * bytes.length);
    if (!this.#store.write(bytes, place)) return null;
    if (!fits) this.#end += room;
    const { length } = bytes;
    giveBack(bytes);
    return new PagedBytes(this.#store, place, length, room);
  }

  /** Does work whose bytes nobody reads afterwards: their places are used again. @param work puts no bytes that are read later */
  scratch<T>(work: () => T): T {
    const end = this.#end;
    try {
      return work();
    } finally {
      this.#end = end;
    }
  }
}

/** Bytes that lie in a store until they are read. */
export class PagedBytes {
  readonly #store: PageStore;
  readonly place: number;
  readonly length: number;
  /** Bytes of the store that are theirs. */
  readonly room: number;

  constructor(store: PageStore, place: number, length: number, room: number) {
    this.#store = store;
    this.place = place;
    this.length = length;
    this.room = room;
  }

  /** Reads them into new memory. @throws SocavonError 'file-unreadable' */
  read(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.length);
    this.#store.read(this.place, bytes);
    return bytes;
  }

  /** Reads them into the beginning of a room that is long enough. @returns that part of it */
  readInto(room: Uint8Array): Uint8Array {
    const bytes = room.subarray(0, this.length);
    this.#store.read(this.place, bytes);
    return bytes;
  }
}

/** Bytes wherever they are, in memory. */
export function bytesOf(bytes: Uint8Array | PagedBytes): Uint8Array {
  return bytes instanceof PagedBytes ? bytes.read() : bytes;
}
