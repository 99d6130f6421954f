import type { LoopFound, LoopVerdict } from '../../src-core/contract/refine-requests.ts';

/** Loop candidate with the user's later decision. */
export interface LoopRow {
  readonly key: string;
  readonly loop: LoopFound;
  /** null: automatic. */
  readonly verdict: LoopVerdict['verdict'] | null;
  /** True if its verdict and its use differ; the next refinement resolves that. */
  readonly isDue: boolean;
}

/** Rows with accepted and user-decided loops first; the others in the order of the drive. */
export function loopRows(loops: readonly LoopFound[], decisions: readonly LoopVerdict[]): LoopRow[] {
  const verdicts = new Map(decisions.map((decision) => [keyOf(decision), decision.verdict]));
  const rows = loops.map((loop): LoopRow => {
    const key = keyOf(loop);
    const verdict = verdicts.get(key) ?? null;
    const wanted = verdict === null ? loop.byRules === 'none' : verdict === 'accept';
    return { key, loop, verdict, isDue: wanted !== loop.accepted && !isContradicted(loop, verdict) };
  });
  const rank = ({ loop, verdict }: LoopRow): number => (loop.accepted || verdict !== null ? 0 : 1);
  return rows.sort((a, b) => rank(a) - rank(b) || a.loop.fromScan - b.loop.fromScan);
}

/** True if the user accepted it but the adjustment rejected it as inconsistent with all others. */
function isContradicted({ decidedBy, refusal }: LoopFound, verdict: LoopRow['verdict']): boolean {
  return verdict === 'accept' && decidedBy === 'person' && refusal !== 'none';
}

function keyOf({ fromScan, toScan }: { readonly fromScan: number; readonly toScan: number }): string {
  return `${fromScan}-${toScan}`;
}
