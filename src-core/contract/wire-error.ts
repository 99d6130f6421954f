import { CancelledError, SocavonError, type SocavonErrorCode } from '../model/errors.ts';
import type { WireError } from './messages.ts';

/** An error as it crosses to another thread or process, where its class does not survive. */
export function wireOf({ code, message, sentence }: SocavonError): WireError {
  return { code, message, ...(sentence && { sentence }) };
}

/** The error that another thread or process met. */
export function errorFrom({ code, message, sentence }: WireError): SocavonError {
  return code === 'cancelled'
    ? new CancelledFromAfar(message)
    : new SocavonError(code as SocavonErrorCode, message, { sentence });
}

/** With the other side's own words of what was cancelled. */
class CancelledFromAfar extends CancelledError {
  constructor(message: string) {
    super();
    this.message = message;
  }
}
