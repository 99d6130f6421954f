import { SocavonError } from '../../model/errors.ts';
import type { Alignable, Alignment } from '../method.ts';
import { newtonStored } from './newton-stored.ts';

/**
 * Newton descent on the caller's squared distance, given as coefficients A, b and c of eq. 9 (the "user-defined
 * distance function" of Zabatani and Bronstein, 4).
 *
 * @throws SocavonError 'usage' without `customDistance`
 */
export function newtonCustom(problem: Alignable): Alignment {
  const { customDistance } = problem.options;
  if (customDistance === null)
    throw new SocavonError(
      'usage',
      'The method newton-custom needs a distance of your own, which only a program can give (option customDistance); choose newton-point, newton-plane or newton-second-order.',
    );
  return newtonStored(problem, customDistance, true);
}
