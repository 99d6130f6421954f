import { basename } from 'node:path';
import { companionFile, latin1 } from '../../src-core/io/bytes/file-kind.ts';
import type { CloudReader } from '../../src-core/io/cloud/cloud-reader.ts';
import { CLOUD_HEAD_BYTES, looksLikeCloud } from '../../src-core/io/cloud/looks-like-cloud.ts';
import { type OpenOptions, openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { openFileSource } from '../files/file-source.ts';

/**
 * True if all of some files are clouds of points, false if none is.
 *
 * @throws SocavonError 'usage' if some are and some are not, 'file-format' for a drawing or a trajectory, 'file-missing',
 *   'file-unreadable'
 */
export async function areClouds(paths: readonly string[]): Promise<boolean> {
  const kinds = await Promise.all(paths.map(isCloud));
  if (kinds.every((kind) => kind === kinds[0])) return kinds[0] ?? false;
  throw new SocavonError(
    'usage',
    message('cloud-mixed', { names: paths.map((path) => basename(path)).join(', ') }),
  );
}

async function isCloud(path: string): Promise<boolean> {
  const source = await openFileSource(path);
  try {
    const head = await source.read(0, CLOUD_HEAD_BYTES);
    const companion = companionFile(source.name, latin1(head));
    if (companion !== null) throw new SocavonError('file-format', companion);
    return looksLikeCloud(source.name, head);
  } finally {
    await source.close();
  }
}

/** Opens clouds one after the other. @throws SocavonError of the file and its reader */
export async function* openedClouds(
  paths: readonly string[],
  options: OpenOptions = {},
): AsyncGenerator<CloudReader & { name: string }> {
  for (const path of paths) {
    const source = await openFileSource(path);
    try {
      yield { ...(await openCloud(source, options)), name: source.name };
    } finally {
      await source.close();
    }
  }
}
