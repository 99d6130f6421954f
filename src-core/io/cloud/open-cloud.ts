import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import type { CloudReader } from './cloud-reader.ts';
import { openLas } from './las-reader.ts';
import { openPcd } from './pcd-reader.ts';
import { openPly } from './ply-reader.ts';
import { openXyz } from './xyz-reader.ts';

/** Bytes that tell the formats apart. */
const HEAD_BYTES = 256;

/**
 * Opens a file of points by what it holds, whatever its name: PLY, LAS, PCD, else a text of x y z.
 *
 * @throws SocavonError 'file-format' where it is none of them
 */
export async function openCloud(source: ReadSource): Promise<CloudReader> {
  const head = String.fromCharCode(...(await source.read(0, HEAD_BYTES)));
  if (/^ply\s/.test(head)) return openPly(source);
  if (head.startsWith('LASF')) return openLas(source);
  if (/^\s*(#.*\n\s*)*(VERSION|FIELDS|COLUMNS)\s/i.test(head) || /^#.*\bPCD\b/i.test(head))
    return openPcd(source);
  if (head.includes('\0'))
    throw new SocavonError(
      'file-format',
      `${source.name} is no file of points that Socavón knows; give a PLY, LAS, PCD, or a text with x y z in each line.`,
    );
  return openXyz(source);
}
