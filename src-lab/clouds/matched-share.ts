import type { RegistrationOptions, RegistrationResult } from '../problem/method.ts';

/** Least share of the points with a match: with fewer, chance or a part of the cloud decides the pose. */
const LEAST_SHARE = 0.5;

/**
 * Share of the source's points that have a match at the returned pose, of those that were matched at all: pICP with
 * thinning draws a part of them.
 *
 * @returns 0..1
 */
export function matchedShare(
  { inliers }: Pick<RegistrationResult, 'inliers'>,
  sourcePoints: number,
  { method, picp }: Pick<RegistrationOptions, 'method' | 'picp'>,
): number {
  const drawn = method === 'picp' ? picp.thinning : 1;
  return Math.min(1, inliers / (drawn * sourcePoints));
}

/**
 * True if a pose is not to be trusted, because fewer than half of the points have a match that could have one.
 *
 * @param overlap share of the source that the target shows too, as a global start found it; 1: not known
 */
export function hasFewMatches(share: number, overlap = 1): boolean {
  return share < LEAST_SHARE * overlap;
}
