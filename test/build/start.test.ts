import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ownModules } from '../../build/own-modules.ts';
import { endOf, startProgram } from '../hosts/cli/run-cli.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'src-main');

it('npm start says in one sentence that the runtime is not to be had, and what does without it', async () => {
  const start = startProgram(join(ROOT, 'build/start.ts'), [], {
    ELECTRON_OVERRIDE_DIST_PATH: '/nowhere/at/all',
    // Nobody listens there.
    ELECTRON_MIRROR: 'http://127.0.0.1:9/',
    electron_config_cache: '/nowhere/at/all',
  });
  const { status, stderr } = await endOf(start);
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain('cannot be fetched; run `npm run serve`');
});

it('the build finds every module that is started by itself: its name is written out, and it is there', () => {
  const calls = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== join('files', 'own-module.ts'))
    .flatMap((name) => [...readFileSync(join(SOURCES, name), 'utf8').matchAll(/\bownModule\(([^)]*)\)/g)])
    .map(([, argument]) => argument);
  expect(calls.length).toBeGreaterThan(5);
  for (const argument of calls) expect(argument).toMatch(/^'[a-z/-]+'$/);
  for (const name of ownModules(SOURCES))
    expect(readFileSync(join(SOURCES, `${name}.ts`), 'utf8')).not.toBe('');
});
