import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unusedExports } from './exports.ts';
import { AROUND, PRODUCT, sourcesOf } from './imports.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** What is loaded by its path, by a program of others, so that no import of ours names it. */
const LOADED: readonly string[] = [
  // Configurations, and the worker and the setup of Vitest.
  ...['electron.vite.config.ts', 'knip.ts', 'vitest.config.ts'].map((name) => `${name} default`),
  'build/mutate/vitest-config.ts default',
  'build/mutate/worker.ts default',
  'test/fixtures/scratch-setup.ts default',
  // The stand-in of the package `electron`, and what it gives a preload script.
  ...['app', 'BrowserWindow', 'dialog', 'ipcMain', 'Menu', 'powerSaveBlocker', 'protocol', 'screen'].map(
    (name) => `test/electron-host/electron.ts ${name}`,
  ),
  ...['session', 'shell', 'utilityProcess'].map((name) => `test/electron-host/electron.ts ${name}`),
  'test/electron-host/renderer-side.ts requireInPreload',
];

describe('exports', () => {
  it('are imported by another file, all of them', () => {
    const sources = sourcesOf(ROOT, [...PRODUCT, ...AROUND]);
    for (const name of readdirSync(ROOT))
      if (name.endsWith('.ts')) sources.set(name, readFileSync(join(ROOT, name), 'utf8'));
    const unused = unusedExports(sources).map((one) => one.replace(/:\d+ /, ' '));
    expect(unused.filter((one) => !LOADED.includes(one))).toEqual([]);
    expect(LOADED.filter((one) => !unused.includes(one))).toEqual([]);
  });

  it('are found in all their forms', () => {
    const one = [
      'export const a = 1, [b, { c: d }] = e;',
      'export function f() {}',
      'export class G {}',
      'export interface H {}',
      'export type I = H;',
      'export enum J {}',
      'export default a;',
      'const k = 1;',
      'export { k, k as l };',
      "export * as m from './two.ts';",
    ].join('\n');
    const names = ['a', 'b', 'd', 'f', 'G', 'H', 'I', 'J', 'default', 'k', 'l', 'm'];
    const two = 'export const n = 1;';
    expect(unused({ 'x/one.ts': one, 'x/two.ts': two })).toEqual(names.map((name) => `x/one.ts ${name}`));
  });

  it.each([
    ["import { a } from './one.ts';", ['b', 'default']],
    ["import { a as b } from './one.ts';", ['b', 'default']],
    ["import type { a, b } from './one.ts';", ['default']],
    ["import one from './one.ts';", ['a', 'b']],
    ["import * as one from './one.ts';", []],
    ["type A = import('./one.ts').a;", ['b', 'default']],
    ["type All = typeof import('./one.ts');", []],
    ["const { a, b: c } = await import('./one.ts');", ['default']],
    ["(await import('./one.ts')).a();", ['b', 'default']],
    ["import('./one.ts').then(use);", []],
    ["import a from './one.ts?raw';", ['a', 'b']],
    ["import { a } from './behind.ts';", ['b', 'default']],
    ["// import { a } from './one.ts';", ['a', 'b', 'default']],
  ])('are used by %s', (text, left) => {
    const one = 'export const a = 1;\nexport const b = 2;\nexport default a;';
    const behind = "export * from './one.ts';";
    expect(unused({ 'x/one.ts': one, 'x/behind.ts': behind, 'x/user.ts': text })).toEqual(
      left.map((name) => `x/one.ts ${name}`),
    );
  });

  it('are used by a component, and unused in one', () => {
    const component = '<script lang="ts">\nexport type X = 1;\nimport { a } from \'./one.ts\';\n</script>';
    expect(unused({ 'x/one.ts': 'export const a = 1;', 'x/A.vue': component })).toEqual(['x/A.vue X']);
  });
});

function unused(files: Readonly<Record<string, string>>): string[] {
  return unusedExports(new Map(Object.entries(files))).map((one) => one.replace(/:\d+ /, ' '));
}
