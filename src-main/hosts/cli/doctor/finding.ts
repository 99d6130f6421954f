/** Result of one check of `socavon doctor`. */
export interface Finding {
  readonly name: string;
  /** 'limited': works in part, or only for some uses. */
  readonly state: 'works' | 'limited' | 'missing';
  /** True if nothing works without it. */
  readonly required: boolean;
  readonly found: string;
  /** Recommended action. */
  readonly advice?: string;
  /** Details for programs, with `--json`. */
  readonly details?: object;
}
