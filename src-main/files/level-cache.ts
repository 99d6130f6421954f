import { existsSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type CopcNode, openCopc } from '../../src-core/io/cloud/copc-reader.ts';
import {
  COPC_SCALES,
  type CopcContent,
  type CopcFile,
  type CopcWork,
  copcFile,
  type Scratch,
  sinkBytes,
} from '../../src-core/io/cloud/copc-writer.ts';
import { LAS_WRITER_DEFAULTS } from '../../src-core/io/cloud/las-records.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { openAtomicSink, writeAll } from './atomic-sink.ts';
import { fileError, systemCode } from './file-errors.ts';
import { openFileSource } from './file-source.ts';
import { logUnexpected } from './log-file.ts';
import { makeFolder } from './make-folder.ts';
import { partPath, removeLeftover } from './part-files.ts';

/** A file for the time of a work, which need not reach the disk. @throws SocavonError 'disk-full', 'file-unwritable' */
export function scratchFile(path: string): Scratch {
  return {
    create: async () => {
      let handle: FileHandle;
      try {
        handle = await open(path, 'wx');
      } catch (error) {
        throw fileError(path, 'write', error);
      }
      return {
        name: basename(path),
        write: async (bytes) => {
          try {
            await writeAll(handle, bytes);
          } catch (error) {
            throw fileError(path, 'write', error);
          }
        },
        close: () => handle.close(),
        abort: () => handle.close().catch(() => {}),
      };
    },
    open: () => openFileSource(path, { isOwn: true }),
    remove: async () => removeLeftover(path),
  };
}

/** A map in the cache: its points in the nodes of an octree, which any reader of COPC opens. */
const MAP_FILE = 'map.copc.laz';

/** Cached maps; the least recently used is evicted first. */
const KEPT_MAPS = 8;
/** An unfinished folder older than this, ms, was left by a program that was killed. */
const STALE_MS = 86_400_000;

export interface CachedLevels {
  /** Path of the COPC. */
  readonly file: string;
  readonly nodes: readonly CopcNode[];
  readonly points: number;
}

/**
 * Reads the octree of the map cached under a key; null: not cached, or damaged, which the log says: rebuild.
 *
 * @param folder of the cache
 */
export async function readLevels(folder: string, key: string): Promise<CachedLevels | null> {
  const own = join(folder, key);
  const file = join(own, MAP_FILE);
  if (!existsSync(file)) return null;
  try {
    const levels = await levelsIn(file);
    const now = new Date();
    await utimes(own, now, now);
    return levels;
  } catch (error) {
    logUnexpected(error);
    return null;
  }
}

async function levelsIn(file: string): Promise<CachedLevels> {
  const source = await openFileSource(file);
  try {
    const { nodes, points } = await openCopc(source);
    return { file, nodes, points };
  } finally {
    await source.close();
  }
}

/**
 * Builds the map under a temporary name and renames its folder when all of it is on the disk, so that an unfinished map is
 * never used. Points too far apart for steps of 0.1 mm are written in coarser ones, from the start.
 *
 * @param build writes all points, and finishes the file
 * @throws SocavonError 'disk-full', 'file-unwritable'; what `build` throws, after removing the folder
 */
export async function writeLevels(
  folder: string,
  key: string,
  content: CopcContent,
  work: CopcWork,
  build: (file: CopcFile) => Promise<void>,
): Promise<CachedLevels> {
  for (const scale of COPC_SCALES) {
    try {
      return await writeInSteps(folder, key, content, scale, work, build);
    } catch (error) {
      const isTooFine = error instanceof SocavonError && error.code === 'export-range';
      if (!isTooFine || scale === COPC_SCALES.at(-1)) throw error;
    }
  }
  throw new RangeError('there is no scale');
}

async function writeInSteps(
  folder: string,
  key: string,
  content: CopcContent,
  scale: number,
  work: CopcWork,
  build: (file: CopcFile) => Promise<void>,
): Promise<CachedLevels> {
  const own = join(folder, key);
  const part = partPath(own);
  let copc: CopcFile | null = null;
  let sink: Awaited<ReturnType<typeof openAtomicSink>> | null = null;
  try {
    makeFolder(part);
    await removeOld(folder, key);
    sink = await openAtomicSink(join(part, MAP_FILE));
    const scratch = (number: number) => scratchFile(join(part, `points-${number}`));
    const options = { ...LAS_WRITER_DEFAULTS, scale };
    copc = await copcFile(MAP_FILE, sinkBytes(sink), content, scratch, options, work);
    await build(copc);
    await sink.close();
    await rm(own, { recursive: true, force: true });
    await rename(part, own);
    return await levelsIn(join(own, MAP_FILE));
  } catch (error) {
    // A failing clean-up must not hide the original error.
    await copc?.abort().catch(() => {});
    await sink?.abort().catch(() => {});
    removeLeftover(part);
    throw systemCode(error) === null ? error : fileError(folder, 'write', error);
  }
}

/** Evicts all but the most recently used maps, and removes maps of earlier formats and leftovers of killed programs. */
async function removeOld(folder: string, key: string): Promise<void> {
  const entries = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const parts = entries.filter(({ name, at }) => name.startsWith('.') && Date.now() - at > STALE_MS);
  const maps = entries.filter(({ name }) => !name.startsWith('.') && name !== key);
  const isOfToday = ({ name }: { name: string }): boolean => existsSync(join(folder, name, MAP_FILE));
  const earlier = maps.filter((map) => !isOfToday(map));
  const old = maps.filter(isOfToday).toSorted((a, b) => b.at - a.at);
  for (const { name } of [...parts, ...earlier, ...old.slice(KEPT_MAPS - 1)])
    await rm(join(folder, name), { recursive: true, force: true });
}
