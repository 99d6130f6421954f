import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { endOf, startCli } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'socavon-compiled-'));
afterAll(() => rmSync(folder, { recursive: true }));

const version = (cache: string): ReturnType<typeof endOf> =>
  endOf(startCli(['--version'], { SOCAVON_CACHE: cache, NODE_COMPILE_CACHE: undefined }));

it('keeps compiled code in the cache of the user, and starts by it', async () => {
  const cache = join(folder, 'cache');
  const first = await version(cache);
  const [stored] = readdirSync(join(cache, 'compiled'));
  const files = readdirSync(join(cache, 'compiled', stored));
  expect(files.length).toBeGreaterThan(50);
  expect(await version(cache)).toEqual(first);
});

it('starts where compiled code is damaged, or cannot be kept', async () => {
  const cache = join(folder, 'damaged');
  const first = await version(cache);
  const [stored] = readdirSync(join(cache, 'compiled'));
  for (const name of readdirSync(join(cache, 'compiled', stored)))
    writeFileSync(join(cache, 'compiled', stored, name), 'not compiled code');
  expect(await version(cache)).toEqual(first);

  const blocked = join(folder, 'blocked');
  mkdirSync(blocked);
  writeFileSync(join(blocked, 'compiled'), 'a file where the folder should be');
  expect(await version(blocked)).toEqual(first);
});
