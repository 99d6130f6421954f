/** Manual edit of an alignment; odometry is run on the scans and these edits. `scan` is an index in the session. */
export type AlignmentEdit =
  /** Excludes the scan: it has no pose and contributes nothing to the map. */
  | { kind: 'reject'; scan: number }
  /** Moves the scan, map frame: `T_new_found` is its new pose relative to the one that odometry found. */
  | { kind: 'nudge'; scan: number; T_new_found: { R: number[]; t: number[] } }
  /** Sets these alignment settings from this scan on, by their keys; the others are unchanged. */
  | { kind: 'options'; scan: number; options: Record<string, number | boolean> };
