/** Measured extent of a map. */
export interface MeasuredExtent {
  /** Scans aligned at that time. */
  readonly placed: number;
  /** Scans that were measured. */
  readonly scans: number;
}

/** Least number of scans for a closed section. */
const LEAST_SCANS = 20;
/** Growth factor of the map that triggers a new measurement. */
const GROWTH = 1.25;
/** Scans to measure a growing map with, evenly chosen: about two seconds of work. */
export const SCANS_OF_GROWING = 240;

/**
 * Decides whether to measure a map now. While it grows, with some of its scans and whenever it has become a quarter
 * longer, so that all measurements together cost at most five times the last; once all scans are aligned, with
 * every point.
 *
 * @param placed aligned scans
 * @param total scans of the session
 * @param last null: not measured with these poses
 * @returns number of scans to measure, null for all; or 'nothing'
 */
export function dueMeasure(
  placed: number,
  total: number,
  last: MeasuredExtent | null,
): number | null | 'nothing' {
  if (placed < LEAST_SCANS) return 'nothing';
  if (placed >= total)
    return last !== null && last.placed === placed && last.scans === placed ? 'nothing' : null;
  if (last !== null && placed < GROWTH * last.placed) return 'nothing';
  return SCANS_OF_GROWING;
}
