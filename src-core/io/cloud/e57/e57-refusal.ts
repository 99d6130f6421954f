import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';

/** A refusal of bytes. @param offset byte of the file, from 0 */
export function refusedBytes(name: string, offset: number, what: Message): SocavonError {
  return new SocavonError('file-format', message('e57-bytes', { name, offset, what }));
}

/** A refusal of the XML section. @param line of the section, from 1 */
export function refusedXml(
  name: string,
  line: number,
  what: Message | string,
  cause?: unknown,
): SocavonError {
  return new SocavonError('file-format', message('e57-xml', { name, line, what }), { cause });
}
