import { SocavonError } from './errors.ts';

/** The error for a design that cannot be used. @param what without a full stop */
export function designRefusal(name: string, what: string): SocavonError {
  return new SocavonError('design-unusable', `Design ${name}: ${what}.`);
}
