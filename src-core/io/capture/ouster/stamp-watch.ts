import { median } from '../../../math/statistics.ts';
import { type Message, message } from '../../../messages/message.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import { warnOnce } from '../capture-health.ts';
import { MEASUREMENT_ID_OFFSET, type PacketLayout } from '../packet-layouts.ts';
import { columnAt, columnIsValid, firstValidColumn } from './packet-header.ts';
import { settledRate } from './rotation-rate.ts';

/** Without packets for so long, s, a recording paused: longer than a rotation at any rate, and than any window's rest. */
const PAUSE = 0.25;
/** Difference between what the clocks of sensor and recorder counted beyond which one of them was set, s. */
export const JUMP = 1;
/** Places that a sentence lists. */
const LISTED = 5;
/** Rotations whose start must lie alike for a motor that is locked to the clock, and their spread, s. */
const LOCKED_ROTATIONS = 20;
const LOCKED_SPREAD = 5e-4;

interface Place {
  /** Seconds after the first packet. */
  readonly at: number;
  readonly seconds: number;
}

/** Notes where a capture lacks packets or clouds, and where the sensor's clock jumped. */
export class StampWatch {
  readonly #of: 'packets' | 'clouds';
  #last = Number.NaN;
  #lastEnd = Number.NaN;
  #lastHost = Number.NaN;
  /** Time of the sensor that passed until now without its jumps, s. */
  #passed = 0;
  readonly #pauses: Place[] = [];
  readonly #jumps: Place[] = [];
  #pauseCount = 0;
  #pauseSeconds = 0;

  /** @param of what the places in the warnings are counted from */
  constructor(of: 'packets' | 'clouds' = 'packets') {
    this.#of = of;
  }

  /**
   * @param view a lidar packet of the layout
   * @param hostSeconds clock of the recorder; NaN if the file has none
   */
  note(view: DataView, layout: PacketLayout, hostSeconds: number): void {
    const column = firstValidColumn(view, layout);
    if (column < 0) return;
    const stamp = Number(view.getBigUint64(column, true)) / 1e9;
    this.noteSpan(stamp, stamp, hostSeconds);
  }

  /**
   * @param from clock of the sensor at the first point of a packet or a cloud, s
   * @param to when the next one is due
   * @param hostSeconds clock of the recorder; NaN if the file has none
   * @returns true where the clock was set before it
   */
  noteSpan(from: number, to: number, hostSeconds: number): boolean {
    const step = from - this.#last;
    const gap = from - this.#lastEnd;
    const hostStep = hostSeconds - this.#lastHost;
    this.#last = from;
    this.#lastEnd = to;
    this.#lastHost = hostSeconds;
    if (Number.isNaN(step)) return false;
    // A log may be made anew from one that was played, with halts: its clouds go on as before.
    const isHalt = this.#of === 'clouds' && step >= 0 && step < hostStep;
    // The clock of the recorder may be that of the sensor.
    const isSet = step < -JUMP || (Math.abs(step - hostStep) > JUMP && !isHalt);
    if (isSet) {
      this.noteJump(gap);
      this.#passed += Math.max(0, hostStep) || 0;
      return true;
    }
    if (gap > PAUSE) {
      keep(this.#pauses, { at: this.#passed, seconds: gap });
      this.#pauseCount++;
      this.#pauseSeconds += gap;
    }
    this.#passed += Math.max(0, step);
    return false;
  }

  /** Notes that the clock was set by some seconds. */
  noteJump(seconds: number): void {
    keep(this.#jumps, { at: this.#passed, seconds });
  }

  /** Between the files of a session a recorder may pause. */
  nextFile(): void {
    this.#last = Number.NaN;
    this.#lastEnd = Number.NaN;
    this.#lastHost = Number.NaN;
  }

  /** Warns of what was noted. */
  report(health: CaptureHealth): void {
    if (this.#pauseCount > 0)
      warnOnce(
        health,
        message(this.#of === 'packets' ? 'stamps-paused' : 'clouds-paused', {
          count: this.#pauseCount,
          total: this.#pauseSeconds.toFixed(1),
          places: placesOf(this.#pauses, this.#pauseCount),
        }),
      );
    const [back, ahead] = this.#of === 'packets' ? PACKET_JUMPS : CLOUD_JUMPS;
    for (const { at, seconds } of this.#jumps)
      warnOnce(
        health,
        message(seconds < 0 ? back : ahead, { seconds: Math.abs(seconds).toFixed(1), at: at.toFixed(1) }),
      );
  }
}

const PACKET_JUMPS = ['stamps-back', 'stamps-ahead'] as const;
const CLOUD_JUMPS = ['clouds-back', 'clouds-ahead'] as const;

function keep(places: Place[], place: Place): void {
  if (places.length < LISTED) places.push(place);
}

function placesOf(places: readonly Place[], count: number): Message[] {
  const listed = places.map(({ at, seconds }) =>
    message('pause-at', { seconds: seconds.toFixed(1), at: at.toFixed(1) }),
  );
  return count > places.length
    ? [...listed, message('pauses-more', { count: count - places.length })]
    : listed;
}

/** Tells whether the rotations of a sensor start at one phase of its clock: "phase lock". */
export class PhaseWatch {
  readonly #starts: number[] = [];

  note(view: DataView, layout: PacketLayout): void {
    if (this.#starts.length >= LOCKED_ROTATIONS) return;
    const column = columnAt(layout, 0);
    if (!columnIsValid(view, layout, column) || view.getUint16(column + MEASUREMENT_ID_OFFSET, true) !== 0)
      return;
    this.#starts.push(Number(view.getBigUint64(column, true) % 1_000_000_000n) / 1e9);
  }

  /** True if they are, false if they drift; null if too few rotations were seen. */
  isLocked(): boolean | null {
    const starts = this.#starts;
    if (starts.length < LOCKED_ROTATIONS) return null;
    const steps = starts.slice(1).map((start, i) => (start - starts[i] + 1) % 1);
    const hertz = settledRate(1 / median(steps));
    return starts.every((start) => {
      const off = (start - starts[0]) * hertz;
      return Math.abs(off - Math.round(off)) / hertz < LOCKED_SPREAD;
    });
  }
}
