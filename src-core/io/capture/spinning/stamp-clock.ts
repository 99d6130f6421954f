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
  #base: bigint | null = null;
  #last = 0n;

  /** @param period ns; null: the stamps go on for ever */
  constructor(period: bigint | null) {
    this.#period = period;
  }

  /** @param hostSeconds clock of the recorder; NaN: unknown */
  next(stampNs: bigint, hostSeconds: number): bigint {
    const period = this.#period;
    if (period === null) return this.#onwards(stampNs);
    if (this.#base === null) this.#base = firstPeriod(stampNs, hostSeconds, period);
    // A packet that is late by less than half a period does not begin a new one.
    else if (stampNs + period / 2n < this.#last) this.#base += period;
    else if (stampNs > this.#last + period / 2n && this.#base > 0n) this.#base -= period;
    this.#last = stampNs;
    // 0 is the stamp of a column that is missing.
    return this.#base + stampNs + 1n;
  }

  /** A clock that was set goes on from where it was: what comes after it must not be taken for late packets. */
  #onwards(stampNs: bigint): bigint {
    this.#base ??= 0n;
    const step = this.#base + stampNs - this.#last;
    if (this.#last > 0n && (step < -LATEST_NS || step > LONGEST_PAUSE_NS)) this.#base -= step;
    this.#last = this.#base + stampNs;
    // 0 is the stamp of a column that is missing, and an unset clock begins at 0.
    return this.#last + 1n;
  }
}

function firstPeriod(stampNs: bigint, hostSeconds: number, period: bigint): bigint {
  if (!Number.isFinite(hostSeconds) || hostSeconds < 0) return 0n;
  const periods = Math.round((hostSeconds - Number(stampNs) * 1e-9) / (Number(period) * 1e-9));
  return BigInt(Math.max(0, periods)) * period;
}
