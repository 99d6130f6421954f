/** Verdicts on single rows of a table: ours beside the paper's. */

/** Difference that counts as none. */
const SAME = 0.1;

/**
 * Of a time.
 *
 * @param why ours may be the slower one
 */
export function timeVerdict(ours: number | null | undefined, paper: number, why = ''): string {
  if (ours === null || ours === undefined) return '-';
  if (isSame(ours, paper)) return 'match';
  if (ours < paper) return `better, ${timesText(paper / ours)}`;
  return `slower, ${timesText(ours / paper)}${why && `: ${why}`}`;
}

/** Of a number of iterations. */
export function countVerdict(ours: number, paper: number): string {
  if (isSame(ours, paper)) return 'match';
  return ours < paper ? `fewer, ${timesText(ours / paper)}` : `more, ${timesText(ours / paper)}`;
}

export function timesText(ratio: number): string {
  return `${ratio >= 10 ? ratio.toFixed(0) : Number(ratio.toPrecision(2))} times`;
}

function isSame(ours: number, paper: number): boolean {
  return Math.abs(ours / paper - 1) <= SAME;
}
