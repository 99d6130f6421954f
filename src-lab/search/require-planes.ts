import type { PointSet, RegistrationOptions } from '../problem/method.ts';
import { principalNormals, requireNormals } from './normals.ts';
import { SEARCH_STRUCTURES } from './search-structures.ts';

/** Methods that compare planes of the target. */
const OF_PLANES: readonly string[] = ['icp-plane', 'newton-plane', 'newton-second-order'];

/**
 * Refuses a target without a single normal for a method that compares planes, with the reason.
 *
 * @throws SocavonError 'too-few-points'
 */
export function requirePlanes(
  target: PointSet,
  { method, normalNeighbours }: Pick<RegistrationOptions, 'method' | 'normalNeighbours'>,
): void {
  if (!OF_PLANES.includes(method)) return;
  const search = SEARCH_STRUCTURES['kd-tree'](target);
  requireNormals(principalNormals(target, search, normalNeighbours), method);
}
