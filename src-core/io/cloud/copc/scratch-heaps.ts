import { PointRows } from '../../../map-levels/point-rows.ts';
import type { ReadSource, WriteSink } from '../../bytes/byte-stream.ts';

/** Points of a piece that is read back. */
const PIECE_POINTS = 1 << 16;
const PLACE_BYTES = 12;

/** A file for the time of the writing. */
export interface Scratch {
  create(): Promise<WriteSink>;
  open(): Promise<ReadSource & { close(): Promise<void> }>;
  remove(): Promise<void>;
}

/** Rows that stand one after another in a file. */
interface Block {
  readonly file: HeapFile;
  readonly at: number;
  readonly points: number;
}

/** A scratch file: first it is written, then it is read until none of its heaps is left. */
interface HeapFile {
  readonly scratch: Scratch;
  /** null: it is read. */
  sink: WriteSink | null;
  source: Awaited<ReturnType<Scratch['open']>> | null;
  bytes: number;
  blocks: number;
}

/** Heaps of points on scratch files, one file at a time: what is appended after the first is read goes to the next. */
export class ScratchHeaps {
  readonly #restBytes: number;
  readonly #scratch: (number: number) => Scratch;
  readonly #heaps = new Map<string, Block[]>();
  readonly #files = new Set<HeapFile>();
  #writing: HeapFile | null = null;
  #made = 0;

  /** @param scratch files, each with another number */
  constructor(restBytes: number, scratch: (number: number) => Scratch) {
    this.#restBytes = restBytes;
    this.#scratch = scratch;
  }

  async append(heap: string, { count, xyz, rest }: PointRows): Promise<void> {
    const file = this.#writing ?? (await this.#begin());
    const { sink } = file;
    const block = { file, at: file.bytes, points: count };
    await sink!.write(bytesOf(xyz, 12 * count));
    await sink!.write(rest.subarray(0, this.#restBytes * count));
    file.bytes += (PLACE_BYTES + this.#restBytes) * count;
    file.blocks++;
    const blocks = this.#heaps.get(heap);
    if (blocks) blocks.push(block);
    else this.#heaps.set(heap, [block]);
  }

  async *drain(heap: string): AsyncGenerator<PointRows, void, undefined> {
    for (const { file, at, points } of this.#heaps.get(heap) ?? []) {
      const source = await this.#opened(file);
      for (let first = 0; first < points; first += PIECE_POINTS) {
        const count = Math.min(PIECE_POINTS, points - first);
        const piece = new PointRows(this.#restBytes, 0);
        piece.count = count;
        const places = await source.read(at + PLACE_BYTES * first, PLACE_BYTES * count);
        piece.xyz = new Int32Array(places.slice().buffer);
        const restAt = at + PLACE_BYTES * points + this.#restBytes * first;
        piece.rest = (await source.read(restAt, this.#restBytes * count)).slice();
        yield piece;
      }
      if (--file.blocks === 0 && file.sink === null) await this.#remove(file);
    }
    this.#heaps.delete(heap);
  }

  /** Removes all files, also after a failure. */
  async end(): Promise<void> {
    for (const file of this.#files) await this.#remove(file);
  }

  async #begin(): Promise<HeapFile> {
    const scratch = this.#scratch(this.#made++);
    const file: HeapFile = { scratch, sink: await scratch.create(), source: null, bytes: 0, blocks: 0 };
    this.#files.add(file);
    this.#writing = file;
    return file;
  }

  async #opened(file: HeapFile): Promise<ReadSource> {
    if (file.sink !== null) {
      const { sink } = file;
      file.sink = null;
      if (this.#writing === file) this.#writing = null;
      await sink.close();
    }
    file.source ??= await file.scratch.open();
    return file.source;
  }

  async #remove(file: HeapFile): Promise<void> {
    this.#files.delete(file);
    if (this.#writing === file) this.#writing = null;
    await file.sink?.abort();
    await file.source?.close();
    await file.scratch.remove();
  }
}

function bytesOf({ buffer, byteOffset }: Int32Array, length: number): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}
