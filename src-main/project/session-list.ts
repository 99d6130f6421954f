import { type Message, message } from '../../src-core/messages/message.ts';

/** Which sessions a project has, as half a sentence. */
export function sessionList(ids: readonly number[]): Message {
  return ids.length === 0 ? message('sessions-none') : message('sessions-there', { ids });
}
