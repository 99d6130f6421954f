/** Before the first of these sensors was sold: a clock that was never set. */
const EARLIEST_SECONDS = Date.UTC(2015, 0, 1) / 1000;
/** No capture is of the far future; a counter of ticks may be. */
const LATEST_SECONDS = Date.UTC(2100, 0, 1) / 1000;

/**
 * Date of a capture, ISO 8601, UTC: by the clock of the recording computer, which every packet of a pcap carries, else
 * by the sensor's clock if that was set; null: neither has a date.
 *
 * @param hostSeconds of the first packet, seconds since 1970; null or NaN: unknown
 * @param firstStampNs sensor clock of the first column; it counts from power-on unless it was synchronised
 */
export function recordedAt(hostSeconds: number | null, firstStampNs: bigint | null): string | null {
  const clocks = [hostSeconds, firstStampNs === null ? null : Number(firstStampNs / 1_000_000n) / 1000];
  const seconds = clocks.find(
    (clock) => clock !== null && clock > EARLIEST_SECONDS && clock < LATEST_SECONDS,
  );
  return seconds === undefined || seconds === null ? null : new Date(1000 * seconds).toISOString();
}
