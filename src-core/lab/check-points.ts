import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import type { PointSet } from './method.ts';

/** Points that a cloud needs at least: a rigid transform needs three pairs. */
const LEAST_POINTS = 3;

/** Which of the two clouds of a registration one is. */
export type CloudRole = 'source' | 'target';

/**
 * Refuses a cloud that cannot be registered.
 *
 * @param name of the cloud in messages: source or target
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function checkPoints({ count, xyz }: PointSet, name: CloudRole): void {
  if (count < LEAST_POINTS)
    throw new SocavonError(
      'too-few-points',
      count === 0
        ? message('cloud-of-none', { name: message(`cloud-${name}`), least: LEAST_POINTS })
        : message('cloud-of-few', { name: message(`cloud-${name}`), count, least: LEAST_POINTS }),
    );
  for (let at = 0; at < 3 * count; at++) {
    if (!Number.isFinite(xyz[at]))
      throw new SocavonError(
        'points-unusable',
        message('points-not-finite-at', {
          point: Math.floor(at / 3),
          name: message(`cloud-${name}`),
          axis: 'xyz'[at % 3],
          value: xyz[at],
        }),
      );
  }
}
