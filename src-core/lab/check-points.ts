import { SocavonError } from '../model/errors.ts';
import type { PointSet } from './method.ts';

/** Points that a cloud needs at least: a rigid transform needs three pairs. */
const LEAST_POINTS = 3;

/**
 * Refuses a cloud that cannot be registered.
 *
 * @param name of the cloud in messages: source or target
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function checkPoints({ count, xyz }: PointSet, name: string): void {
  if (count < LEAST_POINTS)
    throw new SocavonError(
      'too-few-points',
      `The ${name} has ${count === 0 ? 'no points' : `${count} point${count === 1 ? '' : 's'}`}, and a registration needs ${LEAST_POINTS} at least; give a larger cloud or thin it less.`,
    );
  for (let at = 0; at < 3 * count; at++) {
    if (!Number.isFinite(xyz[at]))
      throw new SocavonError(
        'points-unusable',
        `Point ${Math.floor(at / 3)} of the ${name} (counted from 0) has ${'xyz'[at % 3]} = ${xyz[at]}; leave out the points that are not finite.`,
      );
  }
}
