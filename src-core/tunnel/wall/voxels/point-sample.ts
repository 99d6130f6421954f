import { giveBack } from '../../../model/give-back.ts';
import { bytesOf, type PagedBytes, type Pages } from '../../../model/paged-bytes.ts';
import { RAY } from './wall-ray.ts';

/** What a point is besides its place, for the comparison of independent halves. */
export interface PointOrigin {
  /** Row of the sensor's beam table, one per point; null: not known. */
  readonly beam: Uint8Array | null;
  /** Number of the scan, by which odd and even scans are told apart. */
  readonly scan: number;
  /** Number of the pass along the drive: it increases where the robot turns back. */
  readonly pass: number;
}

/** A sampled point: place about the axis, and the ray that measured it. */
export interface SampledPoint {
  /** Chainage from the start of the first slab, in slabs. */
  slabs: number;
  /** m from the axis. */
  left: number;
  up: number;
  /** Unit vector from the sensor to the point. */
  toLeft: number;
  toUp: number;
  along: number;
  /** Distance from the sensor, m. */
  range: number;
  /** `NO_BEAM` if it is not known. */
  beam: number;
  scan: number;
  pass: number;
}

export const NO_BEAM = 255;

/** Bytes of a sampled point, and points of a block of slabs at most: 75 kB per metre of drive at 0.1 m a slab. */
const BYTES = 12;
const MOST = 20_000;
/** Fixed-point scales: along in 1/2048 of a slab, across in half millimetres, directions in 1/127. */
const PER_SLAB = 2048;
const PER_METRE = 2000;
const PER_UNIT = 127;
const PER_METRE_RANGE = 4;
/** Slabs of a block: points come block by block, in any order within one. */
export const SAMPLE_SLABS = 32;

interface Block {
  data: DataView;
  bytes: Uint8Array;
  count: number;
  /** Points are in the sample if the low bits of their hash are zero: the mask of those bits. */
  mask: number;
  /** Where its points are instead of in `bytes`; null: they are not. */
  paged: PagedBytes | null;
  /** Where they were last. */
  page: PagedBytes | null;
}

/** Sampled points of a block of slabs. */
export interface PackedSample {
  readonly block: number;
  readonly mask: number;
  /** `BYTES` per point. */
  readonly points: Uint8Array | PagedBytes;
}

/**
 * Sample of the points of a wall for comparing independent halves: a share of the points by a hash of their place, so
 * that their order does not matter; it is all of them, and is halved in a block of slabs whenever that is full.
 */
export class PointSample {
  readonly #blocks: (Block | null)[];

  constructor(slabCount: number) {
    this.#blocks = new Array(Math.ceil(slabCount / SAMPLE_SLABS)).fill(null);
  }

  /** Adds a point, or not. @param ray see `RAY` */
  offer(ray: Float64Array, beam: number, flags: number): void {
    const at = Math.floor(ray[RAY.slabs] / SAMPLE_SLABS);
    const a = Math.floor((ray[RAY.slabs] - at * SAMPLE_SLABS) * PER_SLAB);
    const l = Math.round(ray[RAY.left] * PER_METRE);
    const u = Math.round(ray[RAY.up] * PER_METRE);
    const hash = hashOf(a, l, u);
    let block = this.#blocks[at];
    if (block === null) block = this.#blocks[at] = newBlock();
    if ((hash & block.mask) !== 0) return;
    if (block.count === MOST) {
      if (block.paged !== null) bring(block);
      thin(block);
      if ((hash & block.mask) !== 0) return;
    }
    if (block.paged !== null) bring(block);
    if ((block.count + 1) * BYTES > block.bytes.length) grow(block);
    const { data } = block;
    const to = block.count++ * BYTES;
    data.setUint16(to, a);
    data.setInt16(to + 2, Math.max(-32768, Math.min(32767, l)));
    data.setInt16(to + 4, Math.max(-32768, Math.min(32767, u)));
    data.setInt8(to + 6, Math.round(PER_UNIT * ray[RAY.toLeft]));
    data.setInt8(to + 7, Math.round(PER_UNIT * ray[RAY.toUp]));
    data.setInt8(to + 8, Math.round(PER_UNIT * ray[RAY.along]));
    data.setUint8(to + 9, Math.min(255, Math.round(PER_METRE_RANGE * ray[RAY.range])));
    data.setUint8(to + 10, beam);
    data.setUint8(to + 11, flags);
  }

  /** Writes the points of a block of slabs to pages, from which they are read until another is added. */
  leave(at: number, pages: Pages): void {
    const block = this.#blocks[at];
    if (block === null || block.paged !== null) return;
    resize(block, BYTES * block.count);
    const paged = pages.put(block.bytes, block.page);
    if (paged === null) return;
    block.paged = block.page = paged;
    hold(block, new Uint8Array(0));
  }

  /** The sampled points, to be stored; shared until another is added. Gives back the memory behind them. */
  packed(): PackedSample[] {
    return this.#blocks.flatMap((block, at) => {
      if (block === null) return [];
      if (block.paged === null) resize(block, BYTES * block.count);
      return [{ block: at, mask: block.mask, points: block.paged ?? block.bytes }];
    });
  }

  /** Gives back the memory of the points; the sample is not used again. */
  release(): void {
    for (const block of this.#blocks) if (block !== null) giveBack(block.bytes);
    this.#blocks.fill(null);
  }

  /** Takes the points that `packed` copied. */
  unpack(packed: readonly PackedSample[]): void {
    for (const { block, mask, points } of packed) {
      const bytes = bytesOf(points).slice();
      const data = new DataView(bytes.buffer);
      this.#blocks[block] = { bytes, data, count: bytes.length / BYTES, mask, paged: null, page: null };
    }
  }

  /** Calls `visit` for each sampled point; the object is reused. */
  forEach(visit: (point: Readonly<SampledPoint>) => void): void {
    const point: SampledPoint = {
      ...{ slabs: 0, left: 0, up: 0, toLeft: 0, toUp: 0, along: 0, range: 0, beam: 0, scan: 0, pass: 0 },
    };
    const room = new Uint8Array(MOST * BYTES);
    const roomData = new DataView(room.buffer);
    this.#blocks.forEach((block, at) => {
      if (block === null) return;
      block.paged?.readInto(room);
      const data = block.paged === null ? block.data : roomData;
      for (let i = 0; i < block.count; i++) {
        const from = i * BYTES;
        point.slabs = at * SAMPLE_SLABS + data.getUint16(from) / PER_SLAB;
        point.left = data.getInt16(from + 2) / PER_METRE;
        point.up = data.getInt16(from + 4) / PER_METRE;
        point.toLeft = data.getInt8(from + 6) / PER_UNIT;
        point.toUp = data.getInt8(from + 7) / PER_UNIT;
        point.along = data.getInt8(from + 8) / PER_UNIT;
        point.range = data.getUint8(from + 9) / PER_METRE_RANGE;
        point.beam = data.getUint8(from + 10);
        const flags = data.getUint8(from + 11);
        point.scan = flags & 1;
        point.pass = flags >> 1;
        visit(point);
      }
    });
    giveBack(room);
  }
}

/** Flags of the points of one scan. */
export function flagsOf({ scan, pass }: PointOrigin): number {
  return (scan & 1) | (Math.min(pass, 127) << 1);
}

function newBlock(): Block {
  const bytes = new Uint8Array(1024 * BYTES);
  return { bytes, data: new DataView(bytes.buffer), count: 0, mask: 0, paged: null, page: null };
}

function grow(block: Block): void {
  resize(block, Math.min(2 * block.bytes.length, MOST * BYTES));
}

function resize(block: Block, length: number): void {
  if (length === block.bytes.length) return;
  const bytes = new Uint8Array(length);
  bytes.set(block.bytes.subarray(0, length));
  giveBack(block.bytes);
  hold(block, bytes);
}

/** Reads the points of a block from its page. */
function bring(block: Block): void {
  hold(block, block.paged!.read());
  block.paged = null;
}

function hold(block: Block, bytes: Uint8Array<ArrayBuffer>): void {
  block.bytes = bytes;
  block.data = new DataView(bytes.buffer);
}

/** Halves the share of the points of a block. */
function thin(block: Block): void {
  block.mask = 2 * block.mask + 1;
  let count = 0;
  for (let i = 0; i < block.count; i++) {
    const from = i * BYTES;
    const { data } = block;
    if ((hashOf(data.getUint16(from), data.getInt16(from + 2), data.getInt16(from + 4)) & block.mask) !== 0)
      continue;
    block.bytes.copyWithin(count * BYTES, from, from + BYTES);
    count++;
  }
  block.count = count;
}

/** Bits that no figure of a place shares: the finaliser of MurmurHash3 over the three. */
function hashOf(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
