import type { Alignable, Alignment } from '../method.ts';
import { newtonStored } from './newton-stored.ts';
import { planeDistance } from './surface-distance.ts';

/** GRICPPL of Zabatani and Bronstein: Newton descent on the near-field distance, that to the tangent plane (eq. 5). */
export function newtonPlane(problem: Alignable): Alignment {
  return newtonStored(problem, planeDistance, true);
}
