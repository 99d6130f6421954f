import { SocavonError } from '../../src-core/model/errors.ts';
import { sentence } from '../../src-core/model/sentences.ts';

/**
 * Reads back what the project holds; what cannot be read is a damaged file, and the person is told which
 * part of it.
 *
 * @param path the project file
 * @param what the part, as a noun: "scan 12 of session 1"
 * @throws SocavonError 'project-format'
 */
export function readBack<T>(path: string, what: string, decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (cause instanceof SocavonError) throw cause;
    throw new SocavonError(
      'project-format',
      `${path} is damaged: ${what} cannot be read back; take the last copy of it, or import the capture into a new project.`,
      { cause, sentence: sentence('project-damaged', { path }) },
    );
  }
}
