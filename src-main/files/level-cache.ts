import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MapNode } from '../../src-core/contract/map-requests.ts';
import type { LevelNode } from '../../src-core/map-levels/level-storage.ts';
import { fileError, systemCode } from './file-errors.ts';
import { LevelFiles } from './level-files.ts';

const INDEX_FILE = 'index.json';

/** Cached maps; the least recently used is evicted first. */
const KEPT_MAPS = 8;
/** An unfinished folder older than this, ms, was left by a program that was killed. */
const STALE_MS = 86_400_000;

/** Index file stored with the points: the nodes, and the offset of the points of each. */
const LevelIndex = z.object({
  points: z.number(),
  nodes: z.array(MapNode),
  /** Byte offsets in the file, one per node; -1 for a node that only has children. */
  offsets: z.array(z.number()),
});
export type LevelIndex = z.infer<typeof LevelIndex>;

/**
 * Reads the levels of detail cached under a key; null: not cached or not readable, rebuild.
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
 * Builds levels of detail under a temporary name and renames the folder when all of it is on the disk, so that
 * unfinished levels are never used.
 *
 * @throws SocavonError 'disk-full', 'file-unwritable'; what `build` throws, after removing the folder
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
    // A failing clean-up must not hide the original error.
    await files?.close().catch(() => {});
    await rm(part, { recursive: true, force: true }).catch(() => {});
    throw systemCode(error) === null ? error : fileError(folder, 'write', error);
  }
}

/** Evicts all but the most recently used maps and removes leftovers of killed programs. */
async function removeOld(folder: string, key: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const parts = found.filter(({ name, at }) => name.startsWith('.') && Date.now() - at > STALE_MS);
  const maps = found.filter(({ name }) => !name.startsWith('.') && name !== key);
  const old = maps.toSorted((a, b) => b.at - a.at).slice(KEPT_MAPS - 1);
  for (const { name } of [...parts, ...old]) await rm(join(folder, name), { recursive: true, force: true });
}
