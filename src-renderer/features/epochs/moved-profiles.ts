import type { Closure, ProfileConvergence } from '../../../src-core/model/convergence.ts';

/** Share of the wall below which the text says 0.0 %: then nothing is listed as moved. */
const LEAST_SHARE = 0.0005;

/** True if a closure is above what can be detected. */
export function isSignificant(closure: Closure | null): boolean {
  return closure !== null && Math.abs(closure.closed) > closure.detection;
}

/**
 * Profiles whose wall moved significantly, for the table. Each closure is tested by itself, and of hundreds some pass by
 * chance: a closure counts only in a profile where the wall moved, and nothing counts if no more of the wall moved than
 * rounds to nothing.
 *
 * @param share of the compared wall that moved significantly, 0..1
 */
export function movedProfiles(profiles: readonly ProfileConvergence[], share: number): ProfileConvergence[] {
  if (share < LEAST_SHARE) return [];
  return profiles.filter(({ inward, outward }) => inward !== null || outward !== null);
}
