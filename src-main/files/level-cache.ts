import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MapNode } from '../../src-core/contract/map-requests.ts';
import type { LevelNode } from '../../src-core/map-levels/level-storage.ts';
import { fileError, systemCode } from './file-errors.ts';
import { LevelFiles } from './level-files.ts';

const INDEX_FILE = 'index.json';

/** Maps that are kept; the one that was not looked at longest goes first. */
const KEPT_MAPS = 8;
/** A folder that is still half-made after this was left by a program that was killed. */
const STALE_MS = 86_400_000;

/** What stands beside the points: which nodes there are, and where the points of each begin. */
const LevelIndex = z.object({
  points: z.number(),
  nodes: z.array(MapNode),
  /** Bytes from the beginning of the file, one for each node; -1 for a node that only has children. */
  offsets: z.array(z.number()),
});
export type LevelIndex = z.infer<typeof LevelIndex>;

/**
 * The levels of detail that were built for a key, or null: none were, or they cannot be read and must be built again.
 *
 * @param folder of the cache
 */
export async function readLevels(folder: string, key: string): Promise<LevelIndex | null> {
  const own = join(folder, key);
  try {
    const index = LevelIndex.parse(JSON.parse(await readFile(join(own, INDEX_FILE), 'utf8')));
    const now = new Date();
    await utimes(own, now, now);
    return index;
  } catch {
    return null;
  }
}

/**
 * Builds levels of detail under a name that nobody looks for, and renames the folder when all of it is on the disk: what
 * was half-written is never used.
 *
 * @throws SocavonError 'disk-full', 'file-unwritable'; what `build` throws, and nothing is left
 */
export async function writeLevels(
  folder: string,
  key: string,
  build: (files: LevelFiles) => Promise<{ nodes: readonly LevelNode[]; points: number }>,
): Promise<LevelIndex> {
  const own = join(folder, key);
  const part = join(folder, `.${key}.${randomBytes(4).toString('hex')}.part`);
  let files: LevelFiles | null = null;
  try {
    await mkdir(part, { recursive: true });
    await removeOld(folder, key);
    files = await LevelFiles.create(part);
    const built = await build(files);
    await files.finish();
    const { offsets } = files;
    const index: LevelIndex = {
      points: built.points,
      nodes: built.nodes.map((node) => ({ ...node, corner: [...node.corner] })),
      offsets: built.nodes.map(({ id }) => offsets.get(id) ?? -1),
    };
    await writeFile(join(part, INDEX_FILE), JSON.stringify(index), { flush: true });
    await rm(own, { recursive: true, force: true });
    await rename(part, own);
    return index;
  } catch (error) {
    // What fails here must not hide the reason for it.
    await files?.close().catch(() => {});
    await rm(part, { recursive: true, force: true }).catch(() => {});
    throw systemCode(error) === null ? error : fileError(folder, 'write', error);
  }
}

/** Keeps the maps that were looked at last, and takes away what killed programs left. */
async function removeOld(folder: string, key: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const parts = found.filter(({ name, at }) => name.startsWith('.') && Date.now() - at > STALE_MS);
  const maps = found.filter(({ name }) => !name.startsWith('.') && name !== key);
  const old = maps.toSorted((a, b) => b.at - a.at).slice(KEPT_MAPS - 1);
  for (const { name } of [...parts, ...old]) await rm(join(folder, name), { recursive: true, force: true });
}
