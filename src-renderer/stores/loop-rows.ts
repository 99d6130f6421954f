import type { LoopFound, LoopVerdict } from '../../src-core/contract/refine-requests.ts';

/** A place that was looked at, and what the person said of it since. */
export interface LoopRow {
  readonly key: string;
  readonly loop: LoopFound;
  /** null: the rules decide. */
  readonly verdict: LoopVerdict['verdict'] | null;
  /** It is to hold and does not, or the other way round: the next refinement mends it. */
  readonly isDue: boolean;
}

/** Those that hold, and those that a person decided on, first; others in the order of the drive. */
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

/** It was accepted by the person, and was refused all the same: all others contradict it. */
function isContradicted({ decidedBy, refusal }: LoopFound, verdict: LoopRow['verdict']): boolean {
  return verdict === 'accept' && decidedBy === 'person' && refusal !== 'none';
}

function keyOf({ fromScan, toScan }: { readonly fromScan: number; readonly toScan: number }): string {
  return `${fromScan}-${toScan}`;
}
