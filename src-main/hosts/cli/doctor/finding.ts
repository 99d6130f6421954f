/** One thing that was looked at. */
export interface Finding {
  readonly name: string;
  /** 'limited': works in part, or only for some uses. */
  readonly state: 'works' | 'limited' | 'missing';
  /** Nothing at all works without it. */
  readonly required: boolean;
  readonly found: string;
  /** What to do, where there is something to do. */
  readonly advice?: string;
  /** More for programs, with `--json`. */
  readonly details?: object;
}
