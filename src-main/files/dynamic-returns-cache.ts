import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamicPixels } from '../../src-core/model/dynamic-returns.ts';
import { openAtomicSink } from './atomic-sink.ts';
import { cacheFolder } from './cache-folder.ts';

/** Cached results; the oldest are evicted first. */
const KEPT = 16;

/** Reads the dynamic returns cached under a key; null: not cached or not readable, recompute. */
export async function readDynamicReturns(key: string): Promise<DynamicPixels | null> {
  try {
    const bytes = await readFile(join(folder(), key));
    const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const moved = new DynamicPixels();
    for (let at = 0; at < words.length; at += 2 + words[at + 1])
      moved.put(words[at], words.slice(at + 2, at + 2 + words[at + 1]));
    return moved;
  } catch {
    return null;
  }
}

/**
 * Caches dynamic returns: per scan its index, the number of pixels, the pixels. A failed write is ignored; the
 * result is then recomputed.
 */
export async function writeDynamicReturns(key: string, moved: DynamicPixels): Promise<void> {
  try {
    const sink = await openAtomicSink(join(folder(), key));
    for (const [scanIndex, pixels] of moved.entries()) {
      const words = Uint32Array.of(scanIndex, pixels.length, ...pixels);
      await sink.write(new Uint8Array(words.buffer));
    }
    await sink.close();
    await removeOld();
  } catch {
    // Cache errors are ignored: the result can be recomputed.
  }
}

async function removeOld(): Promise<void> {
  const names = (await readdir(folder())).filter((name) => !name.startsWith('.'));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder(), name))).mtimeMs })),
  );
  for (const { name } of dated.toSorted((a, b) => b.at - a.at).slice(KEPT))
    await rm(join(folder(), name), { force: true });
}

function folder(): string {
  return join(cacheFolder(), 'moved');
}
