import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { durationOf } from './durations.ts';

/** What makes a test one of the hosts: their sources, processes, threads, GPUs, databases. */
const HOSTS = [
  /\/src-(main|renderer)\//,
  /^(node:(child_process|worker_threads)|playwright-core|@axe-core\/.*|webgpu|better-sqlite3|vitest\/node)$/,
  /\/once-per-run\.ts$/,
];
/** What makes a test of the core a long one: drives that are simulated, and the data folder. */
const DRIVES = [/\/simulate\/(drive|simulate-scans)\.ts$/, /\/shared-data\.ts$/];
/** Folders of tests that import nothing of this and are no tests of the core: they start bundles or walk the tree. */
const OUTSIDE = ['bench', 'boundaries', 'build', 'e2e', 'electron-host', 'gpu', 'renderer'];
/** CPU seconds of a file that is quick. */
const QUICK_SECONDS = 3;

/** Paths and packages that a file of tests imports, itself and by the helpers below `test/` that it imports. */
function importsOf(path: string, root: string, known: Set<string> = new Set()): Set<string> {
  const text = readFileSync(path, 'utf8');
  for (const [, from, alone] of text.matchAll(/^(?!import type).*\bfrom '([^']+)'|^import '([^']+)'/gm)) {
    const named = from ?? alone;
    const name = named.startsWith('.') ? resolve(dirname(path), named) : named;
    if (known.has(name)) continue;
    known.add(name);
    if (name.startsWith(join(root, 'test/')) && name.endsWith('.ts')) importsOf(name, root, known);
  }
  return known;
}

/**
 * Files of tests that exercise the core alone, relative to the root: they share processes, and the quick of them are
 * `npm run test:quick`. What a file imports decides it, so that a file may move.
 */
export function coreTests(root: string): { readonly quick: string[]; readonly slow: string[] } {
  const quick: string[] = [];
  const slow: string[] = [];
  for (const name of readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.test.ts') || name.endsWith('.long.test.ts')) continue;
    if (OUTSIDE.includes(name.split('/')[0])) continue;
    const file = `test/${name}`;
    const imports = [...importsOf(join(root, file), root)];
    const needs = (patterns: readonly RegExp[]): boolean =>
      imports.some((path) => patterns.some((pattern) => pattern.test(path)));
    if (needs(HOSTS)) continue;
    (needs(DRIVES) || durationOf(file) >= QUICK_SECONDS ? slow : quick).push(file);
  }
  return { quick, slow };
}
