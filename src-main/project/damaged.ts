import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/**
 * Decodes stored data of a project; a failure is reported as a damaged file, with the name of the part.
 *
 * @param path the project file
 * @param what the name of the part, such as `stored-scan`
 * @param isIntact whether it has its check sum; it is not decoded without
 * @throws SocavonError 'project-format'
 */
export function readBack<T>(path: string, what: Message, decode: () => T, isIntact = true): T {
  if (!isIntact) throw damagedPart(path, what);
  try {
    return decode();
  } catch (cause) {
    if (cause instanceof SocavonError) throw cause;
    throw damagedPart(path, what, cause);
  }
}

/** Error of a part of a project that is not as it was stored. */
export function damagedPart(path: string, what: Message, cause?: unknown): SocavonError {
  return new SocavonError('project-format', message('project-part-damaged', { path, what }), { cause });
}
