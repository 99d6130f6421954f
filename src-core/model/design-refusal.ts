import { SocavonError } from './errors.ts';
import type { Sentence } from './sentences.ts';

/**
 * The error for a design that cannot be used.
 *
 * @param what without a full stop
 * @param sentence the same for a window; left out: it has none
 */
export function designRefusal(name: string, what: string, sentence?: Sentence): SocavonError {
  return new SocavonError('design-unusable', `Design ${name}: ${what}.`, sentence && { sentence });
}
