import {
  COPC_WORK_DEFAULTS,
  type CopcFile,
  type CopcWork,
  compressNode,
} from '../../../src-core/io/cloud/copc-writer.ts';
import { type CachedLevels, writeLevels } from '../../files/level-cache.ts';
import { nodeThreads } from '../schedule/node-threads.ts';

/** Cached points have both; those of a cloud without scans belong to scan 0. */
const CONTENT = { hasReflectivity: true, hasScanIndex: true };

/**
 * Writes the levels of a map into the cache, its nodes compressed in threads.
 *
 * @param folder of the cache
 * @param write all points, and finishes the file
 * @throws SocavonError of the cache; what `write` throws
 */
export async function newLevels(
  folder: string,
  key: string,
  write: (copc: CopcFile) => Promise<void>,
): Promise<CachedLevels> {
  const threads = nodeThreads();
  const work: CopcWork = {
    ...COPC_WORK_DEFAULTS,
    // Where the threads are behind, this one helps.
    compress: (rows) => {
      if (threads.isFull) return compressNode(rows);
      const { count, xyz, rest, restBytes } = rows;
      return threads.call('chunk', { count, xyz, rest, restBytes }, [xyz.buffer, rest.buffer]);
    },
    // Each thread has its next node while it compresses one; the others wait for their turn to be written.
    atOnce: 4 * threads.most,
  };
  try {
    return await writeLevels(folder, key, CONTENT, work, write);
  } finally {
    await threads.end();
  }
}
