import { giveBack } from '../../../model/give-back.ts';
import type { PagedBytes, Pages } from '../../../model/paged-bytes.ts';
import { RAY } from './wall-ray.ts';

/** Boxes that directions are accumulated in: m of chainage, and m in the section. Directions change slowly. */
const LENGTH = 1;
const WIDTH = 0.5;
/** Fixed-point scale: integers, so that the order of the points cannot change a sum. */
const UNIT = 1024;
/** Numbers per sense: points, sums of the direction to the left, up and along. */
const PER_SENSE = 4;
/** Rays up the chainage are separate from rays down it: a facet of the wall is met by those that it faces. */
const STRIDE = 2 * PER_SENSE;

/**
 * Places of what `at` writes of the rays of one sense to a point: their number, and their mean direction in the section's
 * own axes; then those of the other sense.
 */
export const VIEWED = { points: 0, left: 1, up: 2, along: 3, each: 4 } as const;

/** Rays to one point, of both senses. */
export function viewedRays(): Float64Array {
  return new Float64Array(2 * VIEWED.each);
}

/** The boxes of a metre that rays passed, without the empty ones. */
export interface PackedViews {
  readonly metre: number;
  /** The boxes, ascending: `STRIDE` times their number. */
  readonly at: Uint32Array;
  /** `STRIDE` numbers per box. */
  readonly sums: Int32Array;
}

/** Metres that are in memory at a time to be read, of those that lie in pages: a tile of mesh and what is about it. */
const ROOMS = 8;

/** Boxes of a metre that rays passed: of the thousands in reach the wall meets a hundred. */
class MetreBoxes {
  /** By box, one more than its place in `sums`; 0: no ray passed it. */
  readonly places: Uint16Array;
  /** `STRIDE` numbers per box, in the order in which rays came. */
  sums = new Int32Array(64 * STRIDE);
  #count = 0;

  constructor(boxes: number) {
    this.places = new Uint16Array(boxes);
  }

  /** Boxes and sums that rays passed, ascending by box. */
  packed(): Pick<PackedViews, 'at' | 'sums'> {
    const at = new Uint32Array(this.#count);
    const sums = new Int32Array(STRIDE * this.#count);
    let count = 0;
    for (let box = 0; box < this.places.length; box++) {
      if (this.places[box] === 0) continue;
      const from = STRIDE * (this.places[box] - 1);
      at[count] = STRIDE * box;
      sums.set(this.sums.subarray(from, from + STRIDE), STRIDE * count++);
    }
    return { at, sums };
  }

  /** Takes what `packed` gave of other boxes. */
  unpack({ at, sums }: Pick<PackedViews, 'at' | 'sums'>): void {
    for (let i = 0; i < at.length; i++) {
      const to = this.offsetOf(at[i] / STRIDE);
      this.sums.set(sums.subarray(STRIDE * i, STRIDE * (i + 1)), to);
    }
  }

  release(): void {
    giveBack(this.places, this.sums);
  }

  /** Offset of a box in `sums`, which is added if it is not there. */
  offsetOf(box: number): number {
    if (this.places[box] === 0) {
      if (this.#count * STRIDE === this.sums.length) {
        const old = this.sums;
        this.sums = new Int32Array(2 * old.length);
        this.sums.set(old);
        giveBack(old);
      }
      this.places[box] = ++this.#count;
    }
    return STRIDE * (this.places[box] - 1);
  }
}

/** The boxes of a metre in pages. */
interface LeftMetre {
  readonly page: PagedBytes;
  /** Number of boxes. */
  readonly count: number;
}

/** Places of the boxes, and behind them their sums. */
function bytesOf({ at, sums }: Pick<PackedViews, 'at' | 'sums'>): Uint8Array {
  const bytes = new Uint8Array(at.byteLength + sums.byteLength);
  bytes.set(new Uint8Array(at.buffer));
  bytes.set(new Uint8Array(sums.buffer), at.byteLength);
  return bytes;
}

function packedIn({ page, count }: LeftMetre): Pick<PackedViews, 'at' | 'sums'> {
  const { buffer } = page.read();
  return { at: new Uint32Array(buffer, 0, count), sums: new Int32Array(buffer, 4 * count) };
}

/** View directions of the points of a wall, box by box. */
export class ViewDirections {
  readonly #start: number;
  readonly #across: number;
  readonly #metres: (MetreBoxes | LeftMetre | null)[];
  /** Where metres were written last. */
  readonly #pages: (PagedBytes | null)[];
  /** Metres in pages as they were read, the last used at the end. */
  #rooms: { readonly metre: number; readonly boxes: MetreBoxes }[] = [];

  /**
   * @param start, end chainages
   * @param reach largest distance from the axis, m
   */
  constructor(start: number, end: number, reach: number) {
    this.#start = start;
    this.#across = 2 * Math.ceil(reach / WIDTH) + 1;
    this.#metres = new Array(Math.max(1, Math.ceil((end - start) / LENGTH))).fill(null);
    this.#pages = this.#metres.map(() => null);
  }

  /** Adds the ray to a point. @param ray see `RAY` */
  add(ray: Float64Array): void {
    const metre = this.#metreOf(ray[RAY.chainage]);
    const known = this.#metres[metre];
    const boxes = known instanceof MetreBoxes ? known : this.#bring(metre);
    const along = ray[RAY.along];
    const at = boxes.offsetOf(this.#boxOf(ray[RAY.left], ray[RAY.up])) + (along < 0 ? PER_SENSE : 0);
    const { sums } = boxes;
    sums[at]++;
    sums[at + 1] += Math.round(UNIT * ray[RAY.toLeft]);
    sums[at + 2] += Math.round(UNIT * ray[RAY.toUp]);
    sums[at + 3] += Math.round(UNIT * along);
  }

  /**
   * Rays to a point, those up the chainage first; none if no point was seen there.
   *
   * @param out takes them, `VIEWED` a ray, of two at most
   * @returns how many there are
   */
  at(chainage: number, left: number, up: number, out: Float64Array): number {
    const boxes = this.#boxesAt(this.#metreOf(chainage));
    const box = this.#boxOf(left, up);
    if (boxes === null || boxes.places[box] === 0) return 0;
    const first = boxes.offsetOf(box);
    const { sums } = boxes;
    let rays = 0;
    for (let at = first; at <= first + PER_SENSE; at += PER_SENSE) {
      if (sums[at] <= 0) continue;
      const per = 1 / (UNIT * sums[at]);
      const to = rays++ * VIEWED.each;
      out[to + VIEWED.points] = sums[at];
      out[to + VIEWED.left] = per * sums[at + 1];
      out[to + VIEWED.up] = per * sums[at + 2];
      out[to + VIEWED.along] = per * sums[at + 3];
    }
    return rays;
  }

  /** Writes the metres whose middles lie between two chainages to pages, from which they are read. */
  leave(from: number, to: number, pages: Pages): void {
    const first = Math.max(0, Math.ceil((from - this.#start) / LENGTH - 0.5));
    for (let metre = first; metre < this.#metres.length; metre++) {
      if (this.#start + (metre + 0.5) * LENGTH >= to) return;
      const boxes = this.#metres[metre];
      if (!(boxes instanceof MetreBoxes)) continue;
      const packed = boxes.packed();
      const count = packed.at.length;
      const page = pages.put(bytesOf(packed), this.#pages[metre]);
      giveBack(packed.at, packed.sums);
      if (page === null) return;
      this.#pages[metre] = page;
      this.#metres[metre] = { page, count };
      boxes.release();
    }
  }

  /** Copies the boxes that rays passed, to be stored or sent. */
  packed(): PackedViews[] {
    return this.#metres.flatMap((boxes, metre) => {
      if (boxes === null) return [];
      return [{ metre, ...(boxes instanceof MetreBoxes ? boxes.packed() : packedIn(boxes)) }];
    });
  }

  /** Takes the boxes that `packed` copied. */
  unpack(packed: readonly PackedViews[]): void {
    for (const { metre, ...views } of packed) {
      const boxes = new MetreBoxes(this.#across ** 2);
      boxes.unpack(views);
      this.#metres[metre] = boxes;
    }
  }

  /** Gives back the memory; no ray is added or asked for any more. */
  release(): void {
    for (const boxes of this.#metres) if (boxes instanceof MetreBoxes) boxes.release();
    for (const { boxes } of this.#rooms) boxes.release();
    this.#metres.fill(null);
    this.#rooms = [];
  }

  /** The boxes of a metre in memory, to add to. */
  #bring(metre: number): MetreBoxes {
    const left = this.#metres[metre];
    const boxes = new MetreBoxes(this.#across ** 2);
    if (left !== null && !(left instanceof MetreBoxes)) boxes.unpack(packedIn(left));
    this.#rooms = this.#rooms.filter((room) => room.metre !== metre);
    this.#metres[metre] = boxes;
    return boxes;
  }

  /** The boxes of a metre, to be read; null: no ray passed it. */
  #boxesAt(metre: number): MetreBoxes | null {
    const boxes = this.#metres[metre];
    if (boxes === null || boxes instanceof MetreBoxes) return boxes;
    const last = this.#rooms.at(-1);
    if (last?.metre === metre) return last.boxes;
    const known = this.#rooms.findIndex((room) => room.metre === metre);
    const room = known >= 0 ? this.#rooms.splice(known, 1)[0] : this.#read(metre, boxes);
    this.#rooms.push(room);
    return room.boxes;
  }

  #read(metre: number, left: LeftMetre): { readonly metre: number; readonly boxes: MetreBoxes } {
    if (this.#rooms.length === ROOMS) this.#rooms.shift()!.boxes.release();
    const boxes = new MetreBoxes(this.#across ** 2);
    boxes.unpack(packedIn(left));
    return { metre, boxes };
  }

  #metreOf(chainage: number): number {
    const metre = Math.floor((chainage - this.#start) / LENGTH);
    return Math.max(0, Math.min(this.#metres.length - 1, metre));
  }

  #boxOf(left: number, up: number): number {
    const half = this.#across >> 1;
    const last = this.#across - 1;
    const column = Math.max(0, Math.min(last, Math.round(left / WIDTH) + half));
    const row = Math.max(0, Math.min(last, Math.round(up / WIDTH) + half));
    return row * this.#across + column;
  }
}
