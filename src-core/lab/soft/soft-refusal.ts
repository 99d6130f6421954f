import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';

/** Why a soft method cannot begin. */
export function noPointsInReach(): SocavonError {
  return new SocavonError('too-few-points', message('soft-no-match'));
}
