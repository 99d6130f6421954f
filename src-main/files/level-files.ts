import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cube } from '../../src-core/map-levels/cube.ts';
import type { LevelStorage } from '../../src-core/map-levels/level-storage.ts';
import type { PointColumns } from '../../src-core/map-levels/point-columns.ts';
import { decodeColumns, encodeColumns, POINT_BYTES } from './column-bytes.ts';

/** Storage of levels of detail: the points of all nodes in one file, each temporary chunk in a file of its own. */
export class LevelFiles implements LevelStorage {
  /** Byte offset of the points of each node in the file. */
  readonly offsets = new Map<string, number>();
  readonly #folder: string;
  readonly #nodes: FileHandle;
  #written = 0;

  /** @param folder must exist and be empty */
  static async create(folder: string): Promise<LevelFiles> {
    await mkdir(join(folder, 'heaps'));
    return new LevelFiles(folder, await open(join(folder, NODES_FILE), 'wx'));
  }

  private constructor(folder: string, nodes: FileHandle) {
    this.#folder = folder;
    this.#nodes = nodes;
  }

  async append(heap: string, points: PointColumns): Promise<void> {
    const file = await open(this.#heap(heap), 'a');
    try {
      // Blocks with a length prefix, because columns cannot be split at an arbitrary byte.
      const head = new Uint8Array(Uint32Array.of(points.count).buffer);
      await file.writev([head, encodeColumns(points)]);
    } finally {
      await file.close();
    }
  }

  async *drain(heap: string): AsyncGenerator<PointColumns> {
    const path = this.#heap(heap);
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      for (let at = 0; at < size; ) {
        const [count] = new Uint32Array((await readAt(file, at, 4)).buffer);
        at += 4;
        yield decodeColumns(await readAt(file, at, POINT_BYTES * count));
        at += POINT_BYTES * count;
      }
    } finally {
      await file.close();
    }
    await rm(path);
  }

  async write({ id }: Cube, points: PointColumns): Promise<void> {
    const bytes = encodeColumns(points);
    await this.#nodes.appendFile(bytes);
    this.offsets.set(id, this.#written);
    this.#written += bytes.length;
  }

  /** Flushes everything to the disk and removes the temporary files. */
  async finish(): Promise<void> {
    await this.#nodes.sync();
    await this.close();
    await rm(join(this.#folder, 'heaps'), { recursive: true });
  }

  async close(): Promise<void> {
    await this.#nodes.close();
  }

  #heap(name: string): string {
    return join(this.#folder, 'heaps', name);
  }
}

export const NODES_FILE = 'nodes.bin';

/** Reads exactly `length` bytes. @throws Error if the file ends before */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read);
    if (bytesRead === 0) throw new Error('a file of levels of detail ends too soon');
    read += bytesRead;
  }
  return bytes;
}
