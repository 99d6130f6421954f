import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../src-core/messages/message.ts';
import { openAtomicSink } from '../../src-main/files/atomic-sink.ts';
import { fileError } from '../../src-main/files/file-errors.ts';
import { openFileSource } from '../../src-main/files/file-source.ts';
import { hashFile } from '../../src-main/files/hash-file.ts';
import { canMount, mountSmallDisk } from '../fixtures/special-disks.ts';
import { temporaryFolder } from '../project/fixtures.ts';

const refusal = (code: string, sentence: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(sentence) });

describe('reading', () => {
  it.each([openFileSource, hashFile])('a file that is not there: %o', async (read) => {
    const path = join(temporaryFolder(), 'none.pcap');
    await expect(read(path)).rejects.toEqual(refusal('file-missing', `There is no file ${path}`));
  });

  it.each([openFileSource, hashFile])('a folder: %o', async (read) => {
    await expect(read(temporaryFolder())).rejects.toEqual(refusal('file-unreadable', 'is a folder'));
  });
});

describe('writing', () => {
  it('where part of the path is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'x');
    await expect(openAtomicSink(join(file, 'out', 'map.ply'))).rejects.toEqual(
      refusal('file-unwritable', 'part of its path is a file'),
    );
    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  it('onto a folder: the sink says so at its close and leaves nothing', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'map.ply'));
    const sink = await openAtomicSink(join(folder, 'map.ply'));
    await sink.write(Buffer.from('x'));
    await expect(sink.close()).rejects.toEqual(refusal('file-unwritable', 'is a folder'));
    expect(readdirSync(folder)).toEqual(['map.ply']);
  });

  const isRoot = process.getuid?.() === 0;
  it.skipIf(isRoot || process.platform === 'win32')('into a folder without the permission', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o555);
    await expect(openAtomicSink(join(folder, 'map.ply'))).rejects.toEqual(
      refusal('file-unwritable', 'this user has no right to'),
    );
  });
});

const mountable = canMount();
describe(`special disks${mountable ? '' : ' (skipped: this user may not mount)'}`, () => {
  it.skipIf(!mountable)('a disk that fills up: the output is gone, what was there before stays', async () => {
    const disk = mountSmallDisk(1 << 20)!;
    try {
      const path = join(disk.path, 'map.ply');
      writeFileSync(path, 'old');
      const sink = await openAtomicSink(path);
      const fill = async () => {
        for (let i = 0; i < 20; i++) await sink.write(new Uint8Array(100_000));
        await sink.close();
      };
      await expect(fill()).rejects.toEqual(refusal('disk-full', `The disk is full: ${path}`));
      expect(readdirSync(disk.path)).toEqual(['map.ply']);
      expect(readFileSync(path, 'utf8')).toBe('old');
    } finally {
      disk.unmount();
    }
  });

  it.skipIf(!mountable)('a read-only disk', async () => {
    const disk = mountSmallDisk(1 << 20)!;
    try {
      disk.makeReadOnly();
      await expect(openAtomicSink(join(disk.path, 'map.ply'))).rejects.toEqual(
        refusal('file-unwritable', 'it is read-only'),
      );
    } finally {
      disk.unmount();
    }
  });
});

describe('an error of the system', () => {
  const CODES = [
    'EACCES', 'EPERM', 'EROFS', 'EIO', 'EBUSY', 'EMFILE', 'ENAMETOOLONG', 'ENODEV', 'ESTALE', 'ELOOP',
    'ENOENT', 'ENOTDIR', 'EISDIR', 'ENOSPC', 'EDQUOT', 'EFBIG',
  ]; // biome-ignore format: a list
  it.each(CODES)('%s is told in words, in both languages', (code) => {
    const cause = Object.assign(new Error(`${code}: no, open '/a/.b.ply.1a2b3c4d.part'`), { code });
    for (const doing of ['read', 'write'] as const)
      for (const language of ['en', 'es'] as const) {
        const text = formatMessage(fileError('/a/b.ply', doing, cause).sentence!, language);
        expect(text).toContain('/a/b.ply');
        // ENOSPC and the like cannot come from reading.
        if (doing === 'write' || !['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code))
          expect(text).not.toMatch(/\bE[A-Z]{3,}\b|\.part\b/);
      }
  });
});
