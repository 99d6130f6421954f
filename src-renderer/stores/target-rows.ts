import type { FoundTarget } from '../../src-core/contract/refine-requests.ts';

/** The targets that wait for a person first, then those with a name, then what is not taken for a target. */
export function targetRows(targets: readonly FoundTarget[]): FoundTarget[] {
  const rank = ({ isUsed, name }: FoundTarget): number => (!isUsed ? 2 : name === null ? 0 : 1);
  return [...targets].sort((a, b) => rank(a) - rank(b) || a.scan - b.scan);
}

/** Targets that a person should look at: they are taken, and nobody knows which point each is. */
export function countUnnamed(targets: readonly FoundTarget[]): number {
  return targets.filter(({ isUsed, name }) => isUsed && name === null).length;
}
