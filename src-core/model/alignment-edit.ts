/**
 * A change of an alignment by hand; the alignment is the odometry's answer to the scans and these. `scan` is an index in the
 * session.
 */
export type AlignmentEdit =
  /** The scan is left out: it has no pose and gives the map nothing. */
  | { kind: 'reject'; scan: number }
  /** The scan is moved, map frame: `T_new_found` is its new pose seen from the one that the odometry found. */
  | { kind: 'nudge'; scan: number; T_new_found: { R: number[]; t: number[] } }
  /** From this scan on these alignment settings have these values, by their keys; the others stay. */
  | { kind: 'options'; scan: number; options: Record<string, number | boolean> };
