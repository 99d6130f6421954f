import { spawnSync } from 'node:child_process';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { partPath, removeAbandonedParts } from '../../src-main/files/part-files.ts';
import { temporaryFolder } from '../project/fixtures.ts';

const MODULE = new URL('../../src-main/files/part-files.ts', import.meta.url).href;

/** Name of an unfinished file of a program that is gone. */
function nameOfTheDead(file: string): string {
  const script = `import('${MODULE}').then(({ partPath }) => process.stdout.write(partPath('${file}')))`;
  return basename(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout);
}

it('what a killed program left goes at once, what lives stays, what is of another machine goes by age', () => {
  const folder = temporaryFolder();
  const own = basename(partPath('map.las'));
  const dead = nameOfTheDead('map.las');
  const project = nameOfTheDead('p.socavon');
  // Names as earlier versions gave them; the numbers in them are of no process.
  const [older, oldest] = ['.map.ply.0a1b2c3d.part', '.map.ply.ffffffff.part'];
  const others = ['map.las', '.hidden', 'a.part', '.map.las.part'];
  for (const name of [own, dead, project, `${project}-wal`, older, oldest, ...others])
    writeFileSync(join(folder, name), 'x');
  const before = Date.now() / 1000 - 3600;
  utimesSync(join(folder, oldest), before, before);
  removeAbandonedParts(folder, 'p.socavon');
  expect(readdirSync(folder).sort()).toEqual([own, dead, older, oldest, ...others].sort());
  removeAbandonedParts(folder);
  expect(readdirSync(folder).sort()).toEqual([own, older, ...others].sort());
});

it('names no longer than before, and no two alike in a process', () => {
  const names = new Set(Array.from({ length: 5 }, () => partPath('a.ply')));
  expect(names.size).toBeGreaterThan(1);
  for (const name of names) expect(name).toMatch(/^\.a\.ply\.[0-9a-z]{8}\.part$/);
});
