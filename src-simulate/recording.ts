import type { RawImuReading } from '../src-core/io/capture/legacy-encoder.ts';
import { hash3, subSeed } from '../src-core/math/random.ts';
import type { Scan } from '../src-core/model/scan.ts';
import type { DriveSchedule } from './drive-schedule.ts';
import { COLUMNS_PER_FRAME, COLUMNS_PER_PACKET, ROTATION_HZ } from './os1-16.ts';

/** What the recorder does to a capture. */
export interface RecorderOptions {
  /** Times at which nothing is recorded while the robot goes on. */
  readonly holes?: readonly HoleOptions[];
  /** Share of the lidar packets (16 columns each) that are lost. */
  readonly lostPackets?: number;
  /** Times at which something covers the sensor, so that nothing returns. */
  readonly covers?: readonly { readonly chainage: number; readonly seconds: number }[];
}

/** A hole in the recording, from where the robot first comes to a chainage. */
interface HoleOptions {
  /** Chainage, m. */
  readonly chainage: number;
  readonly seconds: number;
  /** The IMU is recorded on. */
  readonly imuGoesOn?: boolean;
  /** The sensor starts anew after it: its clock and its scans count from its start again. */
  readonly clockRestarts?: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Clock of a sensor that was just started, when its first data come, ns. */
const STARTED_NS = 12_345_678_000n;
/** Difference of two instants that is none, s. */
const ROUNDING = 1e-9;
const U32 = 2 ** -32;

/** What of a drive is recorded, and by which clock; times are seconds since the start of the drive. */
export class Recording {
  readonly holes: readonly (Span & HoleOptions)[];
  readonly covers: readonly Span[];
  readonly #lost: number;
  readonly #seed: number;
  readonly #clockStartNs: bigint;

  constructor(options: RecorderOptions, schedule: DriveSchedule, clockStartNs: bigint, seed: number) {
    const spanOf = ({ chainage, seconds }: { chainage: number; seconds: number }): Span => {
      const from = schedule.timeAt(chainage);
      return { from, to: from + seconds };
    };
    this.holes = (options.holes ?? []).map((hole) => ({ ...hole, ...spanOf(hole) }));
    this.covers = (options.covers ?? []).map(spanOf);
    this.#lost = options.lostPackets ?? 0;
    this.#seed = subSeed(seed, 'packets');
    this.#clockStartNs = clockStartNs;
  }

  /** Whether a whole rotation is recorded. */
  hasRotation(index: number): boolean {
    const [from, to] = [index / ROTATION_HZ, (index + 1) / ROTATION_HZ];
    return this.holes.every((hole) => to <= hole.from + ROUNDING || from >= hole.to - ROUNDING);
  }

  /** Whether an IMU reading is recorded. */
  hasReading(seconds: number): boolean {
    return this.holes.every((hole) => hole.imuGoesOn || seconds < hole.from || seconds >= hole.to);
  }

  /** What a restart adds to the sensor's clock at an instant, ns. */
  shiftNs(seconds: number): bigint {
    const restart = this.#restartBefore(seconds);
    if (restart === null) return 0n;
    return STARTED_NS - this.#clockStartNs - BigInt(Math.round(restart * 1e9));
  }

  /** First rotation since the last restart; 0: there was none. */
  firstRotation(index: number): number {
    const restart = this.#restartBefore(index / ROTATION_HZ);
    return restart === null ? 0 : Math.ceil((restart - ROUNDING) * ROTATION_HZ);
  }

  /** A reading by the clock that counts then. */
  stamped(reading: RawImuReading, seconds: number): RawImuReading {
    const shift = this.shiftNs(seconds);
    if (shift === 0n) return reading;
    return {
      ...reading,
      accelStampNs: reading.accelStampNs + shift,
      gyroStampNs: reading.gyroStampNs + shift,
    };
  }

  /** Takes out of a scan what a cover or a lost packet keeps from the capture. */
  spoil(scan: Scan, index: number): void {
    for (let first = 0; first < COLUMNS_PER_FRAME; first += COLUMNS_PER_PACKET) {
      const isLost = hash3(this.#seed, index, first) * U32 < this.#lost;
      for (let column = first; column < first + COLUMNS_PER_PACKET; column++) {
        const seconds = (index + column / COLUMNS_PER_FRAME) / ROTATION_HZ;
        const isCovered = this.covers.some(({ from, to }) => seconds >= from && seconds < to);
        if (isLost || isCovered) clearColumn(scan, column, isLost);
      }
    }
  }

  /** End of the last hole after which the sensor starts anew, before an instant, s; null: none. */
  #restartBefore(seconds: number): number | null {
    let last: number | null = null;
    for (const { to, clockRestarts } of this.holes)
      if (clockRestarts && to <= seconds + ROUNDING && (last === null || to > last)) last = to;
    return last;
  }
}

/** @param isLost the column never arrived: it has no stamp either */
function clearColumn(scan: Scan, column: number, isLost: boolean): void {
  for (let pixel = column; pixel < scan.rangeMm.length; pixel += scan.columns) {
    scan.rangeMm[pixel] = 0;
    scan.reflectivity[pixel] = 0;
    scan.signal[pixel] = 0;
    if (isLost) scan.nearIr[pixel] = 0;
  }
  if (!isLost) return;
  scan.stampNs[column] = 0n;
  scan.columnValid[column] = 0;
}
