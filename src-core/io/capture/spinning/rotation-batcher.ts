import type { CaptureHealth, Scan } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import { emptyScan } from '../empty-scan.ts';
import { type Firings, newFirings, type SpinningFormat } from './spinning-format.ts';

/** A rotation that is still being received. */
interface OpenRotation {
  readonly scan: Scan;
  readonly columnTurn: Float32Array;
  readonly startNs: bigint;
  lastAzimuth: number;
  isIncomplete: boolean;
}

/** Rotations after which the next one begins, even if no azimuth has passed zero: packets were lost. */
const LONGEST_TURN = 1.2;
/** Degrees: a step back by more is the seam at zero. */
const HALF_TURN = 180;
const RADIANS = Math.PI / 180;
/** Frame ids are 16 bits wide, as a sensor's that counts its own. */
const FRAME_IDS = 0x1_0000;

/**
 * Assembles the firings of a spinning sensor into scans, one from azimuth 0 to the next. Columns that were not measured
 * stay zero with `columnValid` 0: some in a hundred of every rotation, because there are more columns than firings. Only
 * firings that the stamps show to be lost count as missing.
 */
export class RotationBatcher {
  readonly #sensor: SensorModel;
  readonly #spinning: SpinningFormat;
  readonly #health: CaptureHealth;
  readonly #firings: Firings;
  readonly #hasSecond: boolean;
  #open: OpenRotation | null = null;
  #frameId = -1;
  #lastStartNs = 0n;
  #lastNs: bigint | null = null;
  #ready: Scan[] = [];

  /** @param hasSecond whether the packets have two returns */
  constructor(sensor: SensorModel, spinning: SpinningFormat, hasSecond: boolean, health: CaptureHealth) {
    this.#sensor = sensor;
    this.#spinning = spinning;
    this.#health = health;
    this.#hasSecond = hasSecond;
    this.#firings = newFirings(spinning);
  }

  /**
   * @param view of a packet that matches the format
   * @param stampNs of the packet, counted on over the periods of its clock
   * @returns scans that are complete now, in order; usually none
   */
  add(view: DataView, stampNs: bigint): Scan[] {
    const firings = this.#firings;
    this.#spinning.decode(view, firings);
    let [repeats, late] = [0, 0];
    for (let i = 0; i < firings.count; i++) {
      const ns = stampNs + BigInt(Math.round(firings.sinceStampNs[i]));
      const placed = this.#place(i, ns);
      if (placed === 'repeat') repeats++;
      else if (placed === 'late') late++;
    }
    if (repeats + late === firings.count)
      if (repeats > 0) this.#health.repeatedPackets++;
      else this.#health.reorderedPackets++;
    return this.#takeReady();
  }

  /** @returns the rotation that is open at the end of the capture */
  end(): Scan[] {
    this.#close();
    return this.#takeReady();
  }

  #place(i: number, ns: bigint): 'placed' | 'repeat' | 'late' {
    const azimuth = ((this.#firings.azimuthDeg[i] % 360) + 360) % 360;
    const isLate = this.#lastNs !== null && ns < this.#lastNs;
    const open = this.#rotationOf(azimuth, ns, isLate);
    if (open === null) return 'late';
    const { scan } = open;
    const { columns, beams } = scan;
    const column = Math.min(Math.floor((azimuth / 360) * columns), columns - 1);
    if (scan.columnValid[column] !== 0) return 'repeat';
    if (!isLate) this.#countLost(open, ns);
    scan.columnValid[column] = 1;
    scan.stampNs[column] = ns;
    open.columnTurn[column] = -(azimuth - (360 * column) / columns) * RADIANS;
    const firings = this.#firings;
    for (let beam = 0, from = i * beams, pixel = column; beam < beams; beam++, from++, pixel += columns) {
      scan.rangeMm[pixel] = firings.rangeMm[from];
      scan.reflectivity[pixel] = firings.reflectivity[from];
      if (scan.second === undefined || !firings.hasSecond) continue;
      scan.second.rangeMm[pixel] = firings.secondRangeMm[from];
      scan.second.reflectivity[pixel] = firings.secondReflectivity[from];
    }
    if (!isLate) {
      open.lastAzimuth = azimuth;
      this.#lastNs = ns;
    }
    return 'placed';
  }

  /** The rotation of a firing, opened now if it is the first of it; null: it was closed before. */
  #rotationOf(azimuth: number, ns: bigint, isLate: boolean): OpenRotation | null {
    const open = this.#open;
    if (open === null) return this.#begin(azimuth, ns);
    if (isLate) return azimuth - open.lastAzimuth > HALF_TURN || ns < open.startNs ? null : open;
    const turns = Number(ns - open.startNs) * 1e-9 * this.#sensor.rotationHz;
    if (open.lastAzimuth - azimuth <= HALF_TURN && turns < LONGEST_TURN) return open;
    this.#close();
    return this.#begin(azimuth, ns);
  }

  #begin(azimuth: number, ns: bigint): OpenRotation {
    const { rotationHz, beams, columnsPerFrame } = this.#sensor;
    const turns = Math.round(Number(ns - this.#lastStartNs) * 1e-9 * rotationHz);
    this.#frameId = this.#frameId < 0 ? 0 : (this.#frameId + Math.max(1, turns)) % FRAME_IDS;
    this.#lastStartNs = ns;
    const columnTurn = new Float32Array(columnsPerFrame);
    // Signal and background light stay zero: these sensors state neither photons nor light.
    const scan = { ...emptyScan(this.#frameId, beams, columnsPerFrame, this.#hasSecond), columnTurn };
    this.#open = { scan, columnTurn, startNs: ns, lastAzimuth: azimuth, isIncomplete: false };
    return this.#open;
  }

  /** Counts the firings between the last one and this one that never arrived. */
  #countLost(open: OpenRotation, ns: bigint): void {
    if (this.#lastNs === null) return;
    const cycles = (Number(ns - this.#lastNs) * 1e-9) / this.#spinning.cycleSeconds;
    const lost = Math.round(cycles) - 1;
    // More than a second of them is a pause of the recording, or a clock that was set.
    if (lost <= 0 || cycles * this.#spinning.cycleSeconds > 1) return;
    this.#health.missingColumns += lost;
    open.isIncomplete = true;
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const health = this.#health;
    health.scans++;
    if (open.isIncomplete) health.incompleteScans++;
    for (const stamp of open.scan.stampNs) {
      if (stamp === 0n) continue;
      if (health.firstStampNs === null || stamp < health.firstStampNs) health.firstStampNs = stamp;
      if (health.lastStampNs === null || stamp > health.lastStampNs) health.lastStampNs = stamp;
    }
    this.#ready.push(open.scan);
  }

  #takeReady(): Scan[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }
}
