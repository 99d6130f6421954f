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
    if (period === null) return stampNs;
    if (this.#base === null) this.#base = firstPeriod(stampNs, hostSeconds, period);
    // A packet that is late by less than half a period does not begin a new one.
    else if (stampNs + period / 2n < this.#last) this.#base += period;
    else if (stampNs > this.#last + period / 2n && this.#base > 0n) this.#base -= period;
    this.#last = stampNs;
    // 0 is the stamp of a column that is missing.
    return this.#base + stampNs + 1n;
  }
}

function firstPeriod(stampNs: bigint, hostSeconds: number, period: bigint): bigint {
  if (!Number.isFinite(hostSeconds) || hostSeconds < 0) return 0n;
  const periods = Math.round((hostSeconds - Number(stampNs) * 1e-9) / (Number(period) * 1e-9));
  return BigInt(Math.max(0, periods)) * period;
}
