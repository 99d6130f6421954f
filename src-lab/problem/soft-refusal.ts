import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/** Error for clouds without any point within reach of the first temperature. */
export function noPointsInReach(): SocavonError {
  return new SocavonError('too-few-points', message('soft-no-match'));
}
