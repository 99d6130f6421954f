import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAtomicSink } from '../../src-main/files/atomic-sink.ts';
import { exportFolder } from '../../src-main/files/export-folder.ts';
import { scratchFile } from '../../src-main/files/level-cache.ts';
import { writeBackup } from '../../src-main/project/backup.ts';
import { temporaryFolder } from '../project/fixtures.ts';

const FULL = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

// A disk that takes nothing more, not even a removal, cannot be had here: what is removed fails by hand.
const disk = vi.hoisted(() => ({
  isStuck: false,
  unlessStuck<T>(remove: () => T): T {
    if (!disk.isStuck) return remove();
    throw Object.assign(new Error('ENOSPC: no space left on device, unlink'), { code: 'ENOSPC' });
  },
}));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    rmSync: (...args: Parameters<typeof fs.rmSync>) => disk.unlessStuck(() => fs.rmSync(...args)),
  };
});
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return { ...fs, rm: async (...args: Parameters<typeof fs.rm>) => disk.unlessStuck(() => fs.rm(...args)) };
});

beforeEach(() => {
  disk.isStuck = true;
});
afterEach(() => {
  disk.isStuck = false;
  vi.restoreAllMocks();
});

describe('where an unfinished file cannot be removed either', () => {
  it('a sink gives the sentence of why it could not be written', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'drive.xml');
    const sink = await openAtomicSink(path);
    const handle = await open(join(folder, 'other'), 'w');
    vi.spyOn(Object.getPrototypeOf(handle), 'write').mockRejectedValue(FULL);
    await expect(sink.write(new Uint8Array(1 << 19))).rejects.toMatchObject({
      code: 'disk-full',
      message: `The disk is full: ${path} could not be written. Free some space or name another disk; what was whole before is kept.`,
    });
    await handle.close();
  });

  it('a sink is aborted, a file of an export and a scratch file are given up, without another error', async () => {
    const folder = temporaryFolder();
    const sink = await openAtomicSink(join(folder, 'map.ply'));
    await expect(sink.abort()).resolves.toBeUndefined();
    await expect(exportFolder(folder).remove('map.ply')).resolves.toBeUndefined();
    await expect(scratchFile(join(folder, 'points')).remove()).resolves.toBeUndefined();
  });

  it('a backup gives the sentence of why it could not be copied', () => {
    const project = join(temporaryFolder(), 'drive.socavon');
    const copy = (): void => {
      throw FULL;
    };
    expect(() => writeBackup(project, 'v3', copy)).toThrow(`The disk is full: ${project}.v3.backup`);
  });
});
