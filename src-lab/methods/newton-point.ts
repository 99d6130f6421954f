import type { MethodResult, RegistrationProblem } from '../problem/method.ts';
import { pointDistance } from '../problem/surface-distance.ts';
import { newtonStored } from './newton-stored.ts';

/**
 * GRICPPT of Zabatani and Bronstein: Newton descent on the far-field distance, to the closest point (eq. 3, 4), its steps
 * lengthened where they creep.
 */
export function newtonPoint(problem: RegistrationProblem): MethodResult {
  return newtonStored(problem, pointDistance, false, problem.options.armijoLongest);
}
