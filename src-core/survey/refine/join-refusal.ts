import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { LoopRefusal } from '../../model/loop.ts';

/** Error for two sessions that cannot be joined; its code is that of the loop closure rules. */
export function joinRefusal(refusal: LoopRefusal): SocavonError {
  return new SocavonError('not-determined', message('join-refused', { why: reasonOf(refusal) }));
}

function reasonOf(refusal: LoopRefusal): Message {
  switch (refusal) {
    case 'length-unobserved':
      return message('join-length-unobserved');
    case 'ambiguous':
      return message('join-ambiguous');
    case 'contradicted':
    case 'outside-gate':
      return message('join-contradicted', { refusal });
    default:
      return message('join-no-overlap', { refusal });
  }
}
