import { headerFormat, latin1 } from '../bytes/file-kind.ts';

/** Endings of text files of points: their content is numbers like that of any table. */
const TEXT_ENDING = /\.(xyz|asc|pts|ptx|txt|csv)$/i;

/** Bytes of a file that tell whether it is one of points: some lines of poses, which may have seventeen numbers and their names. */
export const CLOUD_HEAD_BYTES = 2048;

/**
 * True if a file holds points and not a capture: by its first bytes, whatever its name; text of numbers by its ending too.
 *
 * @param head its first bytes, `CLOUD_HEAD_BYTES` of them
 */
export function looksLikeCloud(name: string, head: Uint8Array): boolean {
  const text = latin1(head);
  if (headerFormat(text) !== null) return true;
  return TEXT_ENDING.test(name) && head.length > 0 && !text.includes('\0');
}
