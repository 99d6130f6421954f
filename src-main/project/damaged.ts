import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/**
 * Decodes stored data of a project; a failure is reported as a damaged file, with the name of the part.
 *
 * @param path the project file
 * @param what the name of the part, such as `stored-scan`
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
