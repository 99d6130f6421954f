import { readFile, stat } from 'node:fs/promises';
import { SocavonError } from '../../src-core/model/errors.ts';
import { sentence } from '../../src-core/model/sentences.ts';
import { fileError } from './file-errors.ts';

/** No axis and no design is this long: it is another file, named by mistake. */
const LONGEST_BYTES = 256 << 20;

/**
 * Reads a file that the person named, as bytes: a drawing says itself how its letters are written.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', 'file-format' (too long)
 */
export async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > LONGEST_BYTES)
      throw new SocavonError(
        'file-format',
        `${path} is no plain text; name another file, or save this one as text in UTF-8.`,
        { sentence: sentence('text-none', { path }) },
      );
    return await readFile(path);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
