import type { ReadSource, WriteSink } from '../../bytes/byte-stream.ts';
import { gridCell, gridShift, type OctreeKey } from './octree.ts';

/** Records that wait for the disk, all together. */
const PENDING_BYTES = 1 << 26;
/** Cells of grids that are remembered; points beyond go down unsampled, which only coarsens the levels above. */
const MOST_CELLS = 1 << 22;
/** Levels that one pass divides at most: a cloud that fills its cube then makes 32,768 piles. */
const MOST_LEVELS = 5;
/** Records that a pile has room for at first. */
const FIRST_RECORDS = 16;
/** Points that a cell should hold after a pass: some tens of megabytes. */
const POINTS_OF_CELL = 500_000;

/** A file for the time of the writing. */
export interface Scratch {
  create(): Promise<WriteSink>;
  open(): Promise<ReadSource & { close(): Promise<void> }>;
  remove(): Promise<void>;
}

/** Records of a cell: what a node above the last level of a pass keeps, or all of a cell on that level. */
interface Pile {
  readonly key: OctreeKey;
  /** On the last level of the pass: its records are divided further. */
  readonly divided: boolean;
  pending: Uint8Array;
  filled: number;
  points: number;
  readonly blocks: { at: number; bytes: number }[];
}

/**
 * Divides more records than memory holds: into piles by cells of the octree some levels below a root, on the disk. On the
 * way the nodes between take the first point of each cell of their grids.
 */
export class Splitter {
  private readonly levels: number;
  private readonly piles = new Map<number, Pile>();
  private readonly taken = new Set<number>();
  private pendingBytes = 0;
  private written = 0;
  private readonly root: OctreeKey;
  private readonly recordBytes: number;
  private readonly bits: number;
  private readonly scratch: Scratch;
  private readonly sink: WriteSink;

  private constructor(
    root: OctreeKey,
    points: number,
    recordBytes: number,
    bits: number,
    scratch: Scratch,
    sink: WriteSink,
  ) {
    this.root = root;
    this.recordBytes = recordBytes;
    this.bits = bits;
    this.scratch = scratch;
    this.sink = sink;
    // A drive is long: halving it halves the points of a cell.
    const wanted = Math.ceil(Math.log2(points / POINTS_OF_CELL));
    this.levels = Math.max(1, Math.min(MOST_LEVELS, wanted, bits - root.level));
  }

  static async create(
    root: OctreeKey,
    points: number,
    recordBytes: number,
    bits: number,
    scratch: Scratch,
  ): Promise<Splitter> {
    return new Splitter(root, points, recordBytes, bits, scratch, await scratch.create());
  }

  /** @param records whole ones, of points within the root */
  async add(records: Uint8Array): Promise<void> {
    const view = new DataView(records.buffer, records.byteOffset, records.length);
    for (let at = 0; at < records.length; at += this.recordBytes)
      this.put(
        this.pileOf(view.getInt32(at, true), view.getInt32(at + 4, true), view.getInt32(at + 8, true)),
        records,
        at,
      );
    if (this.pendingBytes >= PENDING_BYTES) await this.flush();
  }

  /**
   * The piles in no order, each read back whole or block by block; removes the file at the end.
   *
   * @throws of the scratch
   */
  async *finish(): AsyncGenerator<
    {
      key: OctreeKey;
      divided: boolean;
      points: number;
      blocks(): AsyncGenerator<Uint8Array, void, undefined>;
    },
    void,
    undefined
  > {
    await this.flush();
    await this.sink.close();
    try {
      const source = await this.scratch.open();
      try {
        for (const { key, divided, points, blocks } of this.piles.values())
          yield {
            key,
            divided,
            points,
            blocks: async function* () {
              for (const { at, bytes } of blocks) yield await source.read(at, bytes);
            },
          };
      } finally {
        await source.close();
      }
    } finally {
      await this.scratch.remove();
    }
  }

  async abort(): Promise<void> {
    await this.sink.abort();
  }

  private pileOf(x: number, y: number, z: number): Pile {
    const { root, bits, levels } = this;
    for (let depth = 0; depth < levels; depth++) {
      const level = root.level + depth;
      const node = this.nodeNumber(x, y, z, depth);
      const cell = node * 2 ** 21 + gridCell(x, y, z, gridShift(bits, level));
      if (this.taken.has(cell) || this.taken.size >= MOST_CELLS) continue;
      this.taken.add(cell);
      return this.pile(node, x, y, z, level, false);
    }
    return this.pile(this.nodeNumber(x, y, z, levels), x, y, z, root.level + levels, true);
  }

  /** Number of the node of a depth below the root that a point lies in: unique over all depths. */
  private nodeNumber(x: number, y: number, z: number, depth: number): number {
    const shift = this.bits - this.root.level - depth;
    const mask = 2 ** depth - 1;
    // One bit above tells the depths apart.
    const columns = (((1 << depth) | ((x >> shift) & mask)) << depth) | ((y >> shift) & mask);
    return (columns << depth) | ((z >> shift) & mask);
  }

  private pile(node: number, x: number, y: number, z: number, level: number, divided: boolean): Pile {
    const known = this.piles.get(node);
    if (known) return known;
    const shift = this.bits - level;
    const pile: Pile = {
      key: { level, x: x >> shift, y: y >> shift, z: z >> shift },
      divided,
      pending: new Uint8Array(FIRST_RECORDS * this.recordBytes),
      filled: 0,
      points: 0,
      blocks: [],
    };
    this.piles.set(node, pile);
    return pile;
  }

  private put(pile: Pile, records: Uint8Array, at: number): void {
    if (pile.filled === pile.pending.length) {
      const wider = new Uint8Array(2 * pile.filled);
      wider.set(pile.pending);
      pile.pending = wider;
    }
    pile.pending.set(records.subarray(at, at + this.recordBytes), pile.filled);
    pile.filled += this.recordBytes;
    pile.points++;
    this.pendingBytes += this.recordBytes;
  }

  private async flush(): Promise<void> {
    for (const pile of this.piles.values()) {
      if (pile.filled === 0) continue;
      await this.sink.write(pile.pending.subarray(0, pile.filled));
      pile.blocks.push({ at: this.written, bytes: pile.filled });
      this.written += pile.filled;
      pile.filled = 0;
      pile.pending = new Uint8Array(FIRST_RECORDS * this.recordBytes);
    }
    this.pendingBytes = 0;
  }
}
