import type { CaptureHealth } from '../../../model/scan.ts';
import { JUMP, StampWatch } from '../ouster/stamp-watch.ts';

/** A recorder that tells of a longer break than this did not record the next cloud after a jump of the clock, s. */
const LONGEST_STEP = 3600;

/** Clouds in a row that begin earlier than one before them: that many are no longer late, the clock was set. */
const LATE_MOST = 2;

/**
 * The clock of the clouds of a topic: it never runs backwards. A cloud that is late is left out; several in a row that begin
 * earlier than the one before them show a clock that was set, which goes on from where it was. What was noted is told as
 * of packets.
 */
export class CloudClock {
  readonly #health: CaptureHealth;
  /** Usual time from one cloud to the next, s. */
  readonly #interval: number;
  readonly #watch = new StampWatch('clouds');
  #shiftNs = 0n;
  #last: bigint | null = null;
  #lastHost = Number.NaN;
  /** Clouds that were left out in a row because they came late. */
  #late = 0;

  /** @param interval usual time from one cloud to the next, s; 0: unknown */
  constructor(interval: number, health: CaptureHealth) {
    this.#interval = interval;
    this.#health = health;
  }

  /** What is added to stamps now, ns. */
  get shiftNs(): bigint {
    return this.#shiftNs;
  }

  /**
   * The stamp of a cloud on a clock that only goes on.
   *
   * @param stampNs of the message
   * @param first and last of its points, s after the stamp
   * @param hostSeconds clock of the recorder; NaN: unknown
   * @returns null for a cloud that is late, which is counted
   */
  next(stampNs: bigint, [first, last]: readonly [number, number], hostSeconds: number): bigint | null {
    const begins = stampNs + BigInt(Math.round(first * 1e9));
    const before = this.#last;
    const hostStep = hostSeconds - this.#lastHost;
    const isBehind = before !== null && begins + this.#shiftNs < before;
    const step = before === null ? 0 : Number(begins + this.#shiftNs - before) * 1e-9;
    if (isBehind && this.#late < LATE_MOST && !isSetBack(step, hostStep)) {
      this.#late++;
      this.#health.reorderedPackets++;
      return null;
    }
    this.#late = 0;
    const from = Number(begins) * 1e-9;
    const isSet = this.#watch.noteSpan(from, from + Math.max(last - first, this.#interval), hostSeconds);
    if (isBehind && !isSet) this.#watch.noteJump(step - this.#interval);
    if (before !== null && (isBehind || (isSet && step > hostStep))) {
      const passed = hostStep > 0 && hostStep < LONGEST_STEP ? hostStep : this.#interval;
      this.#shiftNs += before + BigInt(Math.round(passed * 1e9)) - (begins + this.#shiftNs);
    }
    this.#last = begins + this.#shiftNs;
    this.#lastHost = hostSeconds;
    return stampNs + this.#shiftNs;
  }

  /** Between the files of a session a recorder may pause. */
  nextFile(): void {
    this.#watch.nextFile();
    this.#lastHost = Number.NaN;
  }

  /** Warns of what was noted. */
  report(): void {
    this.#watch.report(this.#health);
  }
}

/** True for a step back by more than a late cloud's, or by so much less than the clock of the recorder tells. */
function isSetBack(step: number, hostStep: number): boolean {
  return step < -JUMP || Math.abs(step - hostStep) > JUMP;
}
