import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { PointSet } from './method.ts';

/** Minimum points of a cloud: a rigid transform needs three pairs. */
const LEAST_POINTS = 3;

/** Role of a cloud in a registration. */
export type CloudRole = 'source' | 'target';

/**
 * Validates that a cloud can be registered.
 *
 * @param name role of the cloud in messages: source or target
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
