import { giveBack } from '../../../model/give-back.ts';
import { PagedBytes, type Pages } from '../../../model/paged-bytes.ts';
import type { SlabSurfaces } from './cell-surfaces.ts';

/** Slabs of a block. */
const SLABS = 32;

/** Columns of `SlabSurfaces` that are kept, and the type of each. */
const COLUMNS = [
  ['low', Float32Array],
  ['high', Float32Array],
  ['between', Uint32Array],
  ['betweenAlong', Float32Array],
  ['betweenRound', Float32Array],
  ['along', Float32Array],
] as const;
const BYTES = 4 * COLUMNS.length;

/** What tells the edges of recesses of the surfaces of a slab; see `SlabSurfaces`. */
export interface EdgeSlab
  extends Pick<
    SlabSurfaces,
    'bins' | 'first' | 'low' | 'high' | 'between' | 'betweenAlong' | 'betweenRound' | 'along'
  > {
  /** Index of the wall's surface in each cell; -1 for none. */
  readonly chosen: Int8Array;
}

/**
 * Surfaces of a drive as far as they tell the edges of recesses, slab by slab, in blocks that lie in pages until they are
 * read: they are as many as the cells, and nobody asks for them while mesh is searched for.
 */
export class EdgeSurfaces {
  readonly #bins: number;
  /** Null: all blocks stay in memory. */
  readonly #pages: Pages | null;
  readonly #blocks: (Uint8Array<ArrayBuffer> | PagedBytes)[] = [];
  /** The slabs of the block that is being filled. */
  #open: Uint8Array[] = [];

  constructor(bins: number, pages: Pages | null) {
    this.#bins = bins;
    this.#pages = pages;
  }

  /** Adds the next slab. */
  add(surfaces: SlabSurfaces, chosen: Int8Array): void {
    const { count, first } = surfaces;
    const head = 4 * (this.#bins + 1);
    const bytes = new Uint8Array(head + BYTES * count + this.#bins);
    bytes.set(new Uint8Array(first.buffer, first.byteOffset, head));
    let at = head;
    for (const [name] of COLUMNS) {
      const column = surfaces[name];
      bytes.set(new Uint8Array(column.buffer, column.byteOffset, 4 * count), at);
      at += 4 * count;
    }
    bytes.set(new Uint8Array(chosen.buffer, chosen.byteOffset, this.#bins), at);
    this.#open.push(bytes);
    if (this.#open.length === SLABS) this.#close();
  }

  /** Calls `visit` with each slab that was added, in order; valid until it returns. @throws SocavonError 'file-unreadable' */
  forEach(visit: (slab: number, edges: EdgeSlab) => void): void {
    if (this.#open.length > 0) this.#close();
    let slab = 0;
    for (const block of this.#blocks) {
      const bytes = block instanceof PagedBytes ? block.read() : block;
      for (let at = 0; at < bytes.length; ) {
        const [edges, next] = this.#slabAt(bytes, at);
        visit(slab++, edges);
        at = next;
      }
      if (block instanceof PagedBytes) giveBack(bytes);
    }
  }

  /** Gives back the memory; nobody reads them again. */
  release(): void {
    for (const block of this.#blocks) if (!(block instanceof PagedBytes)) giveBack(block);
    this.#blocks.length = 0;
  }

  #slabAt(block: Uint8Array<ArrayBuffer>, from: number): [EdgeSlab, number] {
    const { buffer } = block;
    let at = block.byteOffset + from;
    const first = new Uint32Array(buffer, at, this.#bins + 1);
    at += 4 * (this.#bins + 1);
    const count = first[this.#bins];
    const columns = COLUMNS.map(([name, Type]) => {
      const column = new Type(buffer, at, count);
      at += 4 * count;
      return [name, column];
    });
    const chosen = new Int8Array(buffer, at, this.#bins);
    // The next slab begins where numbers of four bytes may stand.
    const next = Math.ceil((at - block.byteOffset + this.#bins) / 4) * 4;
    return [{ bins: this.#bins, first, chosen, ...Object.fromEntries(columns) } as EdgeSlab, next];
  }

  #close(): void {
    const length = this.#open.reduce((sum, bytes) => sum + Math.ceil(bytes.length / 4) * 4, 0);
    const block = new Uint8Array(length);
    let at = 0;
    for (const bytes of this.#open) {
      block.set(bytes, at);
      at += Math.ceil(bytes.length / 4) * 4;
      giveBack(bytes);
    }
    this.#open = [];
    this.#blocks.push(this.#pages?.put(block, null) ?? block);
  }
}
