import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { MethodResult, RegistrationProblem } from '../problem/method.ts';
import { newtonStored } from './newton-stored.ts';

/**
 * Newton descent on the caller's squared distance, given as coefficients A, b and c of eq. 9 (the "user-defined
 * distance function" of Zabatani and Bronstein, 4).
 *
 * @throws SocavonError 'usage' without `customDistance`
 */
export function newtonCustom(problem: RegistrationProblem): MethodResult {
  const { customDistance } = problem.options;
  if (customDistance === null) throw new SocavonError('usage', message('custom-distance-missing'));
  return newtonStored(problem, customDistance, true);
}
