import type { MethodResult, RegistrationProblem } from '../problem/method.ts';
import { planeDistance } from '../problem/surface-distance.ts';
import { newtonStored } from './newton-stored.ts';

/** GRICPPL of Zabatani and Bronstein: Newton descent on the near-field distance, to the tangent plane (eq. 5). */
export function newtonPlane(problem: RegistrationProblem): MethodResult {
  return newtonStored(problem, planeDistance, true);
}
