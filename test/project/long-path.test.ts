import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkProject } from '../../src-main/project/check-project.ts';
import { Project } from '../../src-main/project/project.ts';
import { temporaryFolder } from './fixtures.ts';

const onUnix = it.skipIf(process.platform === 'win32');

/** A folder whose path has so many bytes. */
function folderOf(bytes: number): string {
  const folder = temporaryFolder();
  let left = bytes - folder.length;
  let path = folder;
  for (; left > 120; left -= 101) path = join(path, 'x'.repeat(100));
  path = join(path, 'y'.repeat(left - 1));
  mkdirSync(path, { recursive: true });
  expect(path.length).toBe(bytes);
  return path;
}

onUnix(
  'a project is made and opened in a folder with a path as long as SQLite takes, and not in a longer one',
  () => {
    const most = 504 - '/p.socavon'.length - '..01234567.part'.length;
    const path = join(folderOf(most), 'p.socavon');
    Project.open(path, { create: true }).close();
    expect(checkProject(path).damage).toEqual([]);
    const longer = join(folderOf(most + 1), 'p.socavon');
    expect(() => Project.open(longer, { create: true })).toThrow(
      /has 490 bytes, and that of a project may have 489: move it/,
    );
  },
);

onUnix('a project that was moved to a longer path is refused for its path, through a link too', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'p.socavon');
  Project.open(path, { create: true }).close();
  const deep = folderOf(600);
  const moved = join(deep, 'p.socavon');
  copyFileSync(path, moved);
  const refused = expect.objectContaining({
    code: 'file-unreadable',
    message: expect.stringMatching(/has 610 bytes, and that of a project may have 504: move it to a folder/),
  });
  expect(() => checkProject(moved)).toThrow(refused);
  expect(() => Project.open(moved, { readonly: true })).toThrow(refused);
  const link = join(folder, 'short');
  symlinkSync(deep, link);
  expect(() => Project.open(join(link, 'p.socavon'))).toThrow(refused);
});
