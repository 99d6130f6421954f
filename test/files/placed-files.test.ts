import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

const calls: string[] = [];
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const names = new Map<number, string>();
  return {
    ...fs,
    openSync: (path: string, flags: string) => {
      const file = fs.openSync(path, flags);
      names.set(file, path);
      return file;
    },
    fsyncSync: (file: number) => {
      calls.push(`flush ${names.get(file)}`);
      fs.fsyncSync(file);
    },
    linkSync: (from: string, to: string) => {
      calls.push(`link ${to}`);
      fs.linkSync(from, to);
    },
    renameSync: (from: string, to: string) => {
      calls.push(`rename ${to}`);
      fs.renameSync(from, to);
    },
    rmSync: (path: string, options?: object) => {
      calls.push(`remove ${path}`);
      fs.rmSync(path, options);
    },
  };
});

const fs = await import('node:fs');
const { placeNew } = await import('../../src-main/files/part-files.ts');
const { writeBackup } = await import('../../src-main/project/backup.ts');
const { temporaryFolder } = await import('../project/fixtures.ts');

it('a new file is on the disk before it has its name, and its name before anything else is done', () => {
  const folder = temporaryFolder();
  const [part, path] = [join(folder, '.a.part'), join(folder, 'a')];
  fs.writeFileSync(part, 'x');
  calls.length = 0;
  expect(placeNew(part, path)).toBe(true);
  expect(calls).toEqual([`flush ${part}`, `link ${path}`, `flush ${folder}`, `remove ${part}`]);
});

it('the copy of a project is on the disk, with its name, when it is said to be there', () => {
  const folder = temporaryFolder();
  calls.length = 0;
  const copy = writeBackup(join(folder, 'p.socavon'), 'damaged', (part) => fs.writeFileSync(part, 'x'));
  const at = (call: string): number => calls.findIndex((one) => one.startsWith(call));
  expect(at(`flush ${join(folder, '.p.socavon.damaged.backup')}`)).toBe(0);
  expect(at(`link ${copy}`)).toBeGreaterThan(0);
  expect(calls.indexOf(`flush ${folder}`)).toBeGreaterThan(at(`link ${copy}`));
});
