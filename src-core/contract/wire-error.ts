import { isComplete, type Message, message } from '../messages/message.ts';
import { CancelledError, SocavonError, type SocavonErrorCode } from '../model/errors.ts';
import type { WireError } from './messages.ts';

/** An error as it crosses to another thread or process, where its class does not survive. */
export function wireOf({ code, message, sentence }: SocavonError): WireError {
  return { code, message, ...(sentence && { sentence }) };
}

/** The error that another thread or process met; its English where this side's catalogue lacks the message. */
export function errorFrom({ code, message, sentence }: WireError): SocavonError {
  const said = sentence && isComplete(sentence) ? sentence : english(message);
  return code === 'cancelled' ? new CancelledError(said) : new SocavonError(code as SocavonErrorCode, said);
}

function english(text: string): Message {
  return message('text', { text });
}
