import type { AlignmentEdit } from '../../../src-core/contract/alignment-requests.ts';

/** Scans affected by edits of a kind. */
export function editedScans(
  edits: readonly AlignmentEdit[] | undefined,
  kind: AlignmentEdit['kind'],
): Set<number> {
  return new Set((edits ?? []).filter((edit) => edit.kind === kind).map(({ scan }) => scan));
}

/** First scan whose edits differ between two lists. */
export function firstDifference(before: readonly AlignmentEdit[], after: readonly AlignmentEdit[]): number {
  const texts = (edits: readonly AlignmentEdit[]) => new Set(edits.map((edit) => JSON.stringify(edit)));
  const [old, now] = [texts(before), texts(after)];
  const changed = [
    ...before.filter((edit) => !now.has(JSON.stringify(edit))),
    ...after.filter((edit) => !old.has(JSON.stringify(edit))),
  ];
  return Math.min(...changed.map(({ scan }) => scan));
}
