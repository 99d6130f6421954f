import type { CaptureHealth, Scan } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import { stampRange } from '../../../model/stamp-words.ts';
import { emptyScan } from '../empty-scan.ts';
import { hasSecondReturn, MEASUREMENT_ID_OFFSET, type PacketLayout } from '../packet-layouts.ts';
import { COLUMN_DECODERS, type ColumnDecoder } from './decode-column.ts';
import { columnAt, columnIsValid, firstValidColumn, frameIdOf, viewOf } from './packet-header.ts';
import { columnStepNs, isSameRate, settledRate } from './rotation-rate.ts';

/** A rotation that is still being received. */
interface OpenScan {
  readonly scan: Scan;
  /** Per column: `MISSING`, `VALID` or `INVALID`. */
  readonly arrived: Uint8Array;
  validColumns: number;
  /** Highest measurement id until now, -1 at first. */
  highest: number;
  /** Packets put into it. */
  packets: number;
  /** Sensor clock of one of its columns, ns; NaN until a valid one arrives. */
  stamp: number;
  /** The same of its first column, by the number of the one that arrived first. */
  zero: number;
  /** Time from one of its columns to the next, and the time of column 0, ns; NaN until a packet tells. */
  columnNs: number;
  startNs: number;
}

/** What tells the rotation of a packet. */
interface Numbered {
  readonly frameId: number;
  /** Sensor clock of its first valid column, and of the first column of its rotation by the number of that; NaN: it has none. */
  readonly stamp: number;
  readonly zero: number;
}

const MISSING = 0;
const VALID = 1;
const INVALID = 2;

/** Rotations between stamps beyond which an equal frame id means another rotation: a restart, or a wrap. */
const ROTATIONS_APART = 3;
/** Ratios of the time of a rotation to that of its columns, where these are fewer or more than the metadata says. */
const COLUMN_RATIOS = [0.25, 0.5, 2, 4];
/** Maximum lag in frames of a late packet; beyond this it is a restart of the sensor. */
const STRAGGLER_FRAMES = 16;
/** Rotations by which number and clock of a packet may differ, and how unevenly a motor turns. */
const SAME_ROTATION = 0.5;
const UNEVEN = 0.002;

/**
 * Assembles lidar packets into scans by frame id (u16, wraps). Two rotations are open at a time, so that packets
 * late by less than a rotation still find theirs; repeated packets are counted and skipped. Columns that never
 * arrived stay zero with `columnValid` 0.
 *
 * A frame id that the clock of the sensor contradicts begins a rotation only if the next packet has it too: one packet with a
 * number of its own is left out and counted.
 */
export class ScanBatcher {
  readonly #sensor: SensorModel;
  readonly #layout: PacketLayout;
  readonly #slotOfBeam: Int32Array;
  readonly #decode: ColumnDecoder;
  readonly #health: CaptureHealth;
  readonly #rotationNs: number;
  /** Rotations that were made at another rate than the sensor's, by that rate (1/s). */
  readonly otherRates = new Map<number, number>();
  /** Rotations left out because they have another number of columns, by that number. */
  readonly otherColumns = new Map<number, number>();
  /** Columns of the last rotation that told them, relative to the sensor's. */
  #columnRatio = 1;
  #previous: OpenScan | null = null;
  #current: OpenScan | null = null;
  /** A copy of a packet whose frame id its clock contradicts, until the next one decides on it. */
  #doubted: (Numbered & { readonly packet: Uint8Array }) | null = null;
  #ready: Scan[] = [];
  /** Packets that were left out because of a frame id of their own. */
  strays = 0;

  /**
   * @param sensor fitted to the packets: `slotOfBeam` is known
   *
   * @param layout of all packets
   * @param health counts packets, columns and scans
   */
  constructor(sensor: SensorModel, layout: PacketLayout, health: CaptureHealth) {
    if (sensor.slotOfBeam === null) throw new Error('the sensor must be fitted to the packets first');
    this.#sensor = sensor;
    this.#layout = layout;
    this.#slotOfBeam = sensor.slotOfBeam;
    this.#decode = COLUMN_DECODERS[layout.profile];
    this.#health = health;
    this.#rotationNs = 1e9 / sensor.rotationHz;
  }

  /**
   * @param packet of the layout's size
   *
   * @returns scans that are complete now, in order; usually none
   */
  add(packet: Uint8Array): Scan[] {
    const view = viewOf(packet);
    const numbered = this.#numberOf(view);
    const rotation = this.#rotationOf(numbered);
    if (rotation === 'doubted') this.#doubt(packet, numbered);
    else if (rotation === null) this.#health.reorderedPackets++;
    else {
      this.#dropDoubted();
      this.#fill(rotation, view);
    }
    return this.#takeReady();
  }

  /** @returns the rotations still open at the end of the capture */
  end(): Scan[] {
    this.#dropDoubted();
    this.#releaseAll();
    return this.#takeReady();
  }

  #numberOf(view: DataView): Numbered {
    const layout = this.#layout;
    const frameId = frameIdOf(view, layout);
    const first = firstValidColumn(view, layout);
    if (first < 0) return { frameId, stamp: Number.NaN, zero: Number.NaN };
    const stamp = Number(view.getBigUint64(first, true));
    const column = view.getUint16(first + MEASUREMENT_ID_OFFSET, true);
    return { frameId, stamp, zero: stamp - (column / this.#sensor.columnsPerFrame) * this.#rotationNs };
  }

  /**
   * The open rotation that a packet belongs to, opened now if it is new; null: it is too late; 'doubted': its number and its
   * clock contradict each other.
   */
  #rotationOf({ frameId, stamp, zero }: Numbered): OpenScan | 'doubted' | null {
    const current = this.#current;
    if (current === null) return this.#open(frameId);
    // Signed distance on the circle of 65536 ids: -1 is the previous frame, also across the wrap.
    const step = ((frameId - current.scan.frameId) << 16) >> 16;
    if (step === 0) return this.#isApart(stamp, current) ? 'doubted' : current;
    const turns = (zero - current.zero) / this.#rotationNs;
    if (Math.abs(turns - step) > SAME_ROTATION + UNEVEN * Math.abs(step)) return 'doubted';
    if (step > 0) {
      // Without stamps the number is all there is, and the next one is likely.
      if (Number.isNaN(turns) && step > 1) return 'doubted';
      return this.#next(frameId, step === 1);
    }
    const previous = this.#previous;
    if (step === -1) {
      if (previous === null) return this.#openPrevious(frameId);
      if (previous.scan.frameId === frameId) return previous;
    }
    return step >= -STRAGGLER_FRAMES ? null : 'doubted';
  }

  /** Ends the rotations that are open before a new one, of which one may still get packets if it is the one before. */
  #next(frameId: number, keepsCurrent: boolean): OpenScan {
    if (keepsCurrent) this.#releasePrevious();
    else this.#releaseAll();
    this.#previous = this.#current;
    return this.#open(frameId);
  }

  /** Keeps a packet until the next one, or begins its rotation where the next one is of the same or goes on from it. */
  #doubt(packet: Uint8Array, numbered: Numbered): void {
    const doubted = this.#doubted;
    if (doubted === null || !this.#goesOn(doubted, numbered)) {
      this.#dropDoubted();
      this.#doubted = { packet: packet.slice(), ...numbered };
      return;
    }
    this.#doubted = null;
    const step = ((doubted.frameId - this.#current!.scan.frameId) << 16) >> 16;
    this.#dropStrayStart(doubted);
    this.#fill(this.#next(doubted.frameId, step === 1), viewOf(doubted.packet));
    // Of a narrow azimuth window each packet is a rotation of its own.
    const { frameId } = numbered;
    this.#fill(frameId === doubted.frameId ? this.#current! : this.#next(frameId, true), viewOf(packet));
  }

  /** True for a packet whose number and clock follow those of another. */
  #goesOn(from: Numbered, to: Numbered): boolean {
    const step = ((to.frameId - from.frameId) << 16) >> 16;
    const turns = (to.zero - from.zero) / this.#rotationNs;
    return (step === 0 || step === 1) && !(Math.abs(turns - step) > SAME_ROTATION);
  }

  #dropDoubted(): void {
    if (this.#doubted !== null) this.strays++;
    this.#doubted = null;
  }

  /** Drops a rotation that the very first packet began with a number of its own. */
  #dropStrayStart({ zero }: Numbered): void {
    const { packets, zero: begun } = this.#current!;
    if (packets > 1 || !(Math.abs(zero - begun) <= SAME_ROTATION * this.#rotationNs)) return;
    this.strays++;
    this.#current = null;
  }

  #isApart(stamp: number, open: OpenScan): boolean {
    return Math.abs(stamp - open.stamp) > ROTATIONS_APART * this.#rotationNs;
  }

  #open(frameId: number): OpenScan {
    this.#current = this.#newScan(frameId);
    return this.#current;
  }

  /** Opens the previous rotation: the capture's first packet was ahead of others. */
  #openPrevious(frameId: number): OpenScan {
    this.#previous = this.#newScan(frameId);
    return this.#previous;
  }

  #newScan(frameId: number): OpenScan {
    const { beams, columnsPerFrame } = this.#sensor;
    return {
      scan: emptyScan(frameId, beams, columnsPerFrame, hasSecondReturn(this.#layout.profile)),
      arrived: new Uint8Array(columnsPerFrame),
      validColumns: 0,
      highest: -1,
      packets: 0,
      stamp: Number.NaN,
      zero: Number.NaN,
      columnNs: Number.NaN,
      startNs: Number.NaN,
    };
  }

  #fill(open: OpenScan, view: DataView): void {
    const layout = this.#layout;
    const { scan, arrived } = open;
    const firstId = view.getUint16(columnAt(layout, 0) + MEASUREMENT_ID_OFFSET, true);
    let repeats = 0;
    open.packets++;
    for (let i = 0; i < layout.columnsPerPacket; i++) {
      const column = columnAt(layout, i);
      const id = view.getUint16(column + MEASUREMENT_ID_OFFSET, true);
      if (id >= scan.columns) continue;
      const valid = columnIsValid(view, layout, column);
      // A column outside the azimuth window may be blank, with the id of a real one.
      if (arrived[id] === VALID || (arrived[id] === INVALID && !valid)) {
        repeats++;
        continue;
      }
      arrived[id] = valid ? VALID : INVALID;
      if (!valid) continue;
      open.validColumns++;
      scan.columnValid[id] = 1;
      scan.stampNs[id] = view.getBigUint64(column, true);
      if (Number.isNaN(open.stamp)) {
        open.stamp = Number(scan.stampNs[id]);
        open.zero = open.stamp - (id / scan.columns) * this.#rotationNs;
      }
      this.#decode(view, column + layout.columnHeaderBytes, layout, this.#slotOfBeam, scan, id);
    }
    if (repeats === layout.columnsPerPacket) this.#health.repeatedPackets++;
    else if (open !== this.#current || firstId < open.highest) this.#health.reorderedPackets++;
    open.highest = Math.max(open.highest, firstId);
    if (Number.isNaN(open.columnNs)) this.#timeColumns(open, view);
  }

  #timeColumns(open: OpenScan, view: DataView): void {
    const step = columnStepNs(view, this.#layout);
    const column = firstValidColumn(view, this.#layout);
    if (step === null || column < 0) return;
    open.columnNs = step;
    const id = view.getUint16(column + MEASUREMENT_ID_OFFSET, true);
    open.startNs = Number(view.getBigUint64(column, true)) - id * step;
  }

  #releaseAll(): void {
    this.#releasePrevious();
    this.#previous = this.#current;
    this.#releasePrevious();
    this.#current = null;
  }

  #releasePrevious(): void {
    const open = this.#previous;
    this.#previous = null;
    if (open === null || open.validColumns === 0 || !this.#hasItsColumns(open)) return;
    this.#countRate(open);
    this.#count(open);
    this.#ready.push(open.scan);
  }

  /**
   * False for a rotation that has another number of columns than the sensor, so that the directions of its columns are
   * unknown: the time until the next one tells. Counts it.
   */
  #hasItsColumns({ scan, columnNs, startNs }: OpenScan): boolean {
    const next = this.#current;
    const isNext = next !== null && ((next.scan.frameId - scan.frameId) & 0xffff) === 1;
    if (isNext) {
      const turns = (next.startNs - startNs) / (scan.columns * columnNs);
      // Anything else is a clock that was set.
      this.#columnRatio = COLUMN_RATIOS.find((ratio) => isSameRate(turns, ratio)) ?? 1;
    }
    if (this.#columnRatio === 1) return true;
    const columns = scan.columns * this.#columnRatio;
    this.otherColumns.set(columns, (this.otherColumns.get(columns) ?? 0) + 1);
    return false;
  }

  #countRate({ scan, columnNs }: OpenScan): void {
    const hertz = 1e9 / (scan.columns * columnNs);
    if (Number.isNaN(hertz) || isSameRate(hertz, this.#sensor.rotationHz)) return;
    const rate = settledRate(hertz);
    this.otherRates.set(rate, (this.otherRates.get(rate) ?? 0) + 1);
  }

  #count(open: OpenScan): void {
    const health = this.#health;
    const { columns, stampNs } = open.scan;
    const [from] = this.#sensor.columnWindow;
    const width = windowWidth(this.#sensor.columnWindow, columns);
    let missing = 0;
    for (let i = 0; i < width; i++) {
      const arrived = open.arrived[(from + i) % columns];
      if (arrived === MISSING) missing++;
      else if (arrived === INVALID) health.invalidColumns++;
    }
    health.missingColumns += missing;
    health.scans++;
    if (missing > 0) health.incompleteScans++;
    const range = stampRange(stampNs);
    if (range === null) return;
    const [first, last] = range;
    if (health.firstStampNs === null || first < health.firstStampNs) health.firstStampNs = first;
    if (health.lastStampNs === null || last > health.lastStampNs) health.lastStampNs = last;
  }

  #takeReady(): Scan[] {
    if (this.#ready.length === 0) return NONE;
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}

/**
 * Number of columns per rotation that the sensor sends: the window is inclusive at both ends, and may wrap past 0.
 */
export function windowWidth([from, to]: SensorModel['columnWindow'], columns: number): number {
  return ((to - from + columns) % columns) + 1;
}

const NONE: Scan[] = [];
