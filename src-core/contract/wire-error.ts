import { isComplete, type Message, message } from '../messages/message.ts';
import { CancelledError, SocavonError, type SocavonErrorCode } from '../model/errors.ts';
import type { WireError } from './messages.ts';

/**
 * An error as it crosses to another thread or process, where its class does not survive: its code, its text, and
 * whatever plain fields it carries. Neither stack nor cause, which are nobody's on the other side.
 */
export function toWireError(error: SocavonError): WireError {
  const { name: _name, cause: _cause, stack: _stack, ...fields } = error;
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { code: error.code, message: error.message, ...Object.fromEntries(set) };
}

/**
 * The error that another thread or process met, of the class that it had there; in English where this side's catalogue
 * lacks its message.
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
