import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';

/**
 * Refusal of a file of a later version of its format than is known: what its bytes mean may have changed, so that it is
 * neither read nor called damaged.
 *
 * @param known the last version that is read
 */
export function newerVersion(
  name: string,
  format: string,
  version: string,
  known: string,
  code: 'capture-format' | 'file-format' = 'file-format',
): SocavonError {
  return new SocavonError(code, message('container-newer', { name, format, version, known }));
}

/** True if a version of two numbers is later than another. */
export function isNewer(
  [major, minor]: readonly [number, number],
  [knownMajor, knownMinor]: readonly [number, number],
): boolean {
  return major > knownMajor || (major === knownMajor && minor > knownMinor);
}
