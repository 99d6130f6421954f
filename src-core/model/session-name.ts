import { message } from '../messages/message.ts';
import { SocavonError } from './errors.ts';

/** Characters of a session's name at most. */
export const SESSION_NAME_MOST = 200;

/**
 * Name that a person gives a session, in one line and in composed Unicode; null if it is empty: the default then.
 *
 * @throws SocavonError 'usage' if it is too long
 */
export function checkSessionName(name: string): string | null {
  const line = name
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const length = [...line].length;
  if (length > SESSION_NAME_MOST)
    throw new SocavonError('usage', message('session-name-long', { length, most: SESSION_NAME_MOST }));
  return line === '' ? null : line;
}
