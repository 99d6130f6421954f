import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { RegistrationOptions } from '../problem/method.ts';
import type { SurfaceDistance } from '../problem/surface-distance.ts';

/**
 * Returns the distance function supplied by the caller of `newton-custom`.
 *
 * @throws SocavonError 'usage' if there is none
 */
export function customDistance({ customDistance: distance }: RegistrationOptions): SurfaceDistance {
  if (distance === null) throw new SocavonError('usage', message('custom-distance-missing'));
  return distance;
}
