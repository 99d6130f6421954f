import { isComplete, type Message, message } from '../messages/message.ts';
import { CancelledError, SocavonError, type SocavonErrorCode } from '../model/errors.ts';
import type { WireError } from './messages.ts';

/**
 * Serialises an error for another thread or process, where its class does not survive: its code, its text, and its
 * plain fields. Neither stack nor cause, which mean nothing on the other side.
 */
export function toWireError(error: SocavonError): WireError {
  const { name: _name, cause: _cause, stack: _stack, ...fields } = error;
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { code: error.code, message: error.message, ...Object.fromEntries(set) };
}

/**
 * Rebuilds an error of another thread or process with its original class; in English if this side's catalogue lacks
 * its message.
 */
export function fromWireError({ code, message, sentence, ...fields }: WireError): SocavonError {
  const said = sentence && isComplete(sentence) ? sentence : english(message);
  const error =
    code === 'cancelled' ? new CancelledError(said) : new SocavonError(code as SocavonErrorCode, said);
  return Object.assign(error, fields);
}

function english(text: string): Message {
  return message('text', { text });
}
