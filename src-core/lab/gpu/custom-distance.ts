import { SocavonError } from '../../model/errors.ts';
import type { RegistrationOptions } from '../method.ts';
import type { SurfaceDistance } from '../methods/surface-distance.ts';

/**
 * The distance that the caller of `newton-custom` gives.
 *
 * @throws SocavonError 'usage' where there is none
 */
export function customDistance({ customDistance: distance }: RegistrationOptions): SurfaceDistance {
  if (distance === null)
    throw new SocavonError(
      'usage',
      'The method newton-custom needs a distance of your own, which only a program can give (option customDistance); choose newton-point, newton-plane or newton-second-order.',
    );
  return distance;
}
