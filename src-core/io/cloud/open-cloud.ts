import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import type { CloudReader } from './cloud-reader.ts';
import { openLas } from './las-reader.ts';
import { openPcd } from './pcd-reader.ts';
import { openPly } from './ply-reader.ts';
import { openXyz } from './xyz-reader.ts';

/** Bytes needed to recognise the format. */
const HEAD_BYTES = 256;

/**
 * Opens a point file by its contents, regardless of its name: PLY, LAS or LAZ, PCD, else text of x y z.
 *
 * @throws SocavonError 'file-format' if it is none of them or has no bytes
 */
export async function openCloud(source: ReadSource): Promise<CloudReader> {
  if (source.size === 0)
    throw new SocavonError('file-format', message('cloud-no-bytes', { name: source.name }));
  const head = String.fromCharCode(...(await source.read(0, HEAD_BYTES)));
  if (/^ply\s/.test(head)) return openPly(source);
  if (head.startsWith('LASF')) return openLas(source);
  if (/^\s*(#.*\n\s*)*(VERSION|FIELDS|COLUMNS)\s/i.test(head) || /^#.*\bPCD\b/i.test(head))
    return openPcd(source);
  if (head.includes('\0'))
    throw new SocavonError('file-format', message('cloud-unknown', { name: source.name }));
  return openXyz(source);
}
