import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../src-main/files/make-folder.ts';
import { temporaryFolder } from '../project/fixtures.ts';

it('makes a folder with those above it, and says which was the topmost that was missing', () => {
  const folder = temporaryFolder();
  expect(makeFolder(join(folder, 'a', 'b', 'c'))).toBe(join(folder, 'a'));
  expect(existsSync(join(folder, 'a', 'b', 'c'))).toBe(true);
  expect(makeFolder(join(folder, 'a', 'b', 'c'))).toBeUndefined();
  expect(makeFolder(join(folder, 'a', 'd'))).toBe(join(folder, 'a', 'd'));
});

it('says of a file in the way what Node says', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  for (const path of [join(folder, 'file'), join(folder, 'file', 'below')]) {
    const codeOf = (make: () => unknown): unknown => {
      try {
        return make();
      } catch (error) {
        return (error as NodeJS.ErrnoException).code;
      }
    };
    expect(codeOf(() => makeFolder(path))).toBe(codeOf(() => mkdirSync(path, { recursive: true })));
  }
});

it.skipIf(process.platform !== 'linux')('ends at once where the system takes no folder', () => {
  expect(() => makeFolder('/proc/none/socavon/cache')).toThrow(/ENOENT/);
});
