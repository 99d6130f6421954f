/** What of a map was measured. */
export interface MeasuredExtent {
  /** Scans that were placed then. */
  readonly placed: number;
  /** Scans that were looked at. */
  readonly scans: number;
}

/** Fewer scans close no section. */
const LEAST_SCANS = 20;
/** A map that has grown by less is not measured anew. */
const GROWTH = 1.25;
/** Scans that a map which still grows is measured by, evenly chosen: about two seconds of work. */
export const SCANS_OF_GROWING = 240;

/**
 * Whether a map is to be measured now. While it grows, by some of its scans and whenever it has become a quarter longer,
 * so that all the looks together cost no more than five of the last; once all are placed, by every point.
 *
 * @param placed scans that are placed
 * @param total scans of the session
 * @param last null: nothing was measured of these poses
 * @returns how many scans to look at, null for all; or 'nothing'
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
