import { type Message, message } from '../messages/message.ts';
import { SocavonError } from './errors.ts';

/**
 * The error for a design that cannot be used.
 *
 * @param what is wrong, without a full stop
 */
export function designRefusal(name: string, what: Message): SocavonError {
  return new SocavonError('design-unusable', message('design-refused', { name, what }));
}

/** The error for an unusable figure of a design. @param what the figure may be, without a full stop */
export function figureRefusal(
  name: string,
  figure: string | Message,
  value: number,
  what: Message,
): SocavonError {
  return designRefusal(name, message('design-figure', { figure, value, what }));
}
