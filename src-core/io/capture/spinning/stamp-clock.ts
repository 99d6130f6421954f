/** Steps back or forwards by more are a clock that was set, not a late packet or a pause, ns. */
const LATEST_NS = 1_000_000_000n;
const LONGEST_PAUSE_NS = 86_400_000_000_000n;

/**
 * Counts the stamps of packets on over the periods of their clock, such as the hours of a Velodyne, which states the
 * microseconds of the hour only. Where the recorder's clock is known, the first period is the one that it names, so that
 * stamps of a synchronised sensor count from 1970.
 */
export class StampClock {
  readonly #period: bigint | null;
  /** Start of the period. */
  #base: bigint | null = null;
  /** Stamp of the last packet, and its count before and after what was set. */
  #stamp = 0n;
  #counted = 0n;
  #last = 0n;
  /** By how much the clock was set until now. */
  #shift = 0n;

  /** @param period ns; null: the stamps go on for ever */
  constructor(period: bigint | null) {
    this.#period = period;
  }

  /** Stamp of the last packet over the periods, ns, as its clock was set. */
  get countedNs(): bigint {
    return this.#counted;
  }

  /** @param hostSeconds clock of the recorder; NaN: unknown */
  next(stampNs: bigint, hostSeconds: number): bigint {
    const isFirst = this.#base === null;
    this.#counted = this.#period === null ? stampNs : this.#overPeriods(stampNs, hostSeconds, this.#period);
    this.#base ??= 0n;
    // A clock that was set goes on from where it was: what comes after it must not be taken for late packets.
    const step = this.#counted + this.#shift - this.#last;
    if (!isFirst && this.#last > 0n && (step < -LATEST_NS || step > LONGEST_PAUSE_NS)) this.#shift -= step;
    this.#last = this.#counted + this.#shift;
    // 0 is the stamp of a column that is missing, and an unset clock begins at 0.
    return this.#last + 1n;
  }

  #overPeriods(stampNs: bigint, hostSeconds: number, period: bigint): bigint {
    if (this.#base === null) this.#base = firstPeriod(stampNs, hostSeconds, period);
    // A packet that is late by less than half a period does not begin a new one.
    else if (stampNs + period / 2n < this.#stamp) this.#base += period;
    else if (stampNs > this.#stamp + period / 2n && this.#base > 0n) this.#base -= period;
    this.#stamp = stampNs;
    return this.#base + stampNs;
  }
}

function firstPeriod(stampNs: bigint, hostSeconds: number, period: bigint): bigint {
  if (!Number.isFinite(hostSeconds) || hostSeconds < 0) return 0n;
  const periods = Math.round((hostSeconds - Number(stampNs) * 1e-9) / (Number(period) * 1e-9));
  return BigInt(Math.max(0, periods)) * period;
}
