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
  /** Firings lost in it, besides those in the gap of an azimuth window. */
  lost: number;
}

/** Firings that did not arrive between two azimuths, degrees. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly lost: number;
  /** The rotation in which it began. */
  readonly rotation: OpenRotation;
}

/** Rotations after which the next one begins, even if no azimuth has passed zero: packets were lost. */
const LONGEST_TURN = 1.2;
/** Degrees: a step back by more is the seam at zero. */
const HALF_TURN = 180;
const RADIANS = Math.PI / 180;
/** Columns at most between where a firing is put and where it was measured: the steps of a real motor are uneven by a tenth. */
const FARTHEST_COLUMN = 2;
/** Frame ids are 16 bits wide, as a sensor's that counts its own. */
const FRAME_IDS = 0x1_0000;

/**
 * Assembles the firings of a spinning sensor into scans, one from azimuth 0 to the next. Columns that were not measured
 * stay zero with `columnValid` 0: some in a hundred of every rotation, because there are more columns than firings. Only
 * firings that the stamps show to be lost count as missing, and of those not the ones that are lost at the same azimuths in
 * every rotation: the sensor was set to a window.
 */
export class RotationBatcher {
  readonly #sensor: SensorModel;
  readonly #spinning: SpinningFormat;
  readonly #health: CaptureHealth;
  readonly #firings: Firings;
  readonly #hasSecond: boolean;
  readonly #degreesPerCycle: number;
  /** Gaps of two rotations that begin and end this near each other are those of a window, which ends with a packet. */
  readonly #sameDegrees: number;
  #open: OpenRotation | null = null;
  #frameId = -1;
  #lastStartNs = 0n;
  #lastNs: bigint | null = null;
  #gap: Gap | null = null;
  #window: Gap | null = null;
  #ready: Scan[] = [];

  /** @param hasSecond whether the packets have two returns */
  constructor(sensor: SensorModel, spinning: SpinningFormat, hasSecond: boolean, health: CaptureHealth) {
    this.#sensor = sensor;
    this.#spinning = spinning;
    this.#health = health;
    this.#hasSecond = hasSecond;
    this.#firings = newFirings(spinning);
    this.#degreesPerCycle = 360 * sensor.rotationHz * spinning.cycleSeconds;
    this.#firings.turnDeg = this.#degreesPerCycle;
    this.#sameDegrees = this.#degreesPerCycle * spinning.firings;
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
    const column = freeColumn(scan, Math.min(Math.floor((azimuth / 360) * columns), columns - 1), ns);
    if (column === null) return 'repeat';
    if (!isLate) this.#countLost(open, azimuth, ns);
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
    this.#open = { scan, columnTurn, startNs: ns, lastAzimuth: azimuth, lost: 0 };
    return this.#open;
  }

  /** Counts the firings between the last one and this one that never arrived. */
  #countLost(open: OpenRotation, azimuth: number, ns: bigint): void {
    if (this.#lastNs === null) return;
    const cycles = (Number(ns - this.#lastNs) * 1e-9) / this.#spinning.cycleSeconds;
    const lost = Math.round(cycles) - 1;
    // More than a second of them is a pause of the recording, or a clock that was set.
    if (lost <= 0 || cycles * this.#spinning.cycleSeconds > 1) return;
    const from = (((azimuth - cycles * this.#degreesPerCycle) % 360) + 360) % 360;
    const gap = { from, to: azimuth, lost, rotation: open };
    if (this.#window !== null && isSameGap(gap, this.#window, this.#sameDegrees)) return;
    const earlier = this.#gap;
    this.#gap = gap;
    if (earlier !== null && earlier.rotation !== open && isSameGap(gap, earlier, this.#sameDegrees)) {
      this.#window = gap;
      this.#health.missingColumns -= earlier.lost;
      earlier.rotation.lost -= earlier.lost;
      if (earlier.rotation.lost === 0) this.#health.incompleteScans--;
      return;
    }
    this.#health.missingColumns += lost;
    open.lost += lost;
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const health = this.#health;
    health.scans++;
    if (open.lost > 0) health.incompleteScans++;
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

function isSameGap(a: Gap, b: Gap, degrees: number): boolean {
  const apart = (one: number, other: number): number => Math.abs(((one - other + 540) % 360) - 180);
  return apart(a.from, b.from) < degrees && apart(a.to, b.to) < degrees;
}

/**
 * The column of a firing: the one of its azimuth or, where the firing before it came late enough to have that, the next that
 * is free; null for a firing that is there already.
 */
function freeColumn({ columns, columnValid, stampNs }: Scan, column: number, ns: bigint): number | null {
  let free: number | null = null;
  for (let step = 0; step <= FARTHEST_COLUMN; step++)
    for (const at of step === 0 ? [column] : [column + step, column - step]) {
      if (at < 0 || at >= columns) continue;
      if (columnValid[at] === 0) free ??= at;
      else if (stampNs[at] === ns) return null;
    }
  return free;
}
