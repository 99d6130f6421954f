import type { FoundTarget } from '../../src-core/contract/refine-requests.ts';

/** Orders targets: unnamed ones that need a decision, then named ones, then rejected returns. */
export function targetRows(targets: readonly FoundTarget[]): FoundTarget[] {
  const rank = ({ isUsed, name }: FoundTarget): number => (!isUsed ? 2 : name === null ? 0 : 1);
  return [...targets].sort((a, b) => rank(a) - rank(b) || a.scan - b.scan);
}

/** Number of accepted targets without an assigned point, for the user to check. */
export function countUnnamed(targets: readonly FoundTarget[]): number {
  return targets.filter(({ isUsed, name }) => isUsed && name === null).length;
}
