import { type Message, message } from '../../src-core/messages/message.ts';

/** Lists the sessions of a project, as part of a sentence. */
export function sessionList(ids: readonly number[]): Message {
  return ids.length === 0 ? message('sessions-none') : message('sessions-there', { ids });
}
