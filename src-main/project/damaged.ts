import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/**
 * Reads back what the project holds; what cannot be read is a damaged file, and the person is told which
 * part of it.
 *
 * @param path the project file
 * @param what the part, as a noun, such as `stored-scan`
 * @throws SocavonError 'project-format'
 */
export function readBack<T>(path: string, what: Message, decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (cause instanceof SocavonError) throw cause;
    throw new SocavonError('project-format', message('project-part-damaged', { path, what }), { cause });
  }
}
