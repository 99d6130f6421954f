import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { durationOf } from '../../test/support/durations.ts';
import { testFiles } from '../../test/support/test-files.ts';
import type { TestFile } from './task.ts';

const IMPORT = /^(?!import type|export type).*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
/** Rooms whose tests are run beside those of the core: they import hosts for a figure, and start none. */
const ROOMS = /^test\/(tunnel|survey|closing|graph|report)\//;
/** What makes a file of tests too much: processes, threads, windows, GPUs, and fixtures that all runs share. */
const HEAVY =
  /'(node:(child_process|worker_threads)|playwright-core|webgpu)'|once-per-run|software-device|vi\.mock\(/;
/** What a test may keep for the next one. */
const REMEMBERED = /\?\?=|^let /m;

/**
 * Files of tests of the core and its rooms that import one of some sources, directly or through others, the quickest
 * first. Those of windows, hosts, engine and kernels are left out, and those of the long tier.
 *
 * @param sources relative to the root
 * @param seconds most that one file takes, as it is recorded
 */
export function testsImporting(sources: readonly string[], root: string, seconds: number): TestFile[] {
  const imports = new Map<string, string[]>();
  const texts = new Map<string, string>();
  for (const folder of ['src-core', 'src-lab', 'src-simulate', 'test'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const path = join(root, folder, name);
      const text = readFileSync(path, 'utf8');
      texts.set(path, text);
      const result = [...text.matchAll(IMPORT)].map(([, ...one]) => one.find((from) => from !== undefined)!);
      imports.set(
        path,
        result.filter((from) => from.startsWith('.')).map((from) => resolve(dirname(path), from)),
      );
    }
  const wanted = new Set(sources.map((source) => join(root, source)));
  const { quick, core, lab } = testFiles(root, false);
  const rooms = [...texts.keys()]
    .map((path) => relative(root, path))
    .filter((path) => ROOMS.test(path) && path.endsWith('.test.ts') && !path.endsWith('.long.test.ts'));
  return [...new Set([...quick, ...core, ...lab, ...rooms])]
    .filter((path) => durationOf(path) <= seconds)
    .toSorted((a, b) => durationOf(a) - durationOf(b) || (a < b ? -1 : 1))
    .flatMap((path) => {
      const all = [...allImports(join(root, path), imports)];
      if (!all.some((one) => wanted.has(one))) return [];
      const own = all.filter((one) => relative(root, one).startsWith('test/')).toSorted();
      if (own.some((one) => HEAVY.test(texts.get(one) ?? ''))) return [];
      const hash = createHash('sha1');
      for (const one of own) hash.update(texts.get(one) ?? '');
      const remembers = own.some((one) => REMEMBERED.test(texts.get(one) ?? ''));
      return [{ path, hash: hash.digest('hex').slice(0, 12), remembers }];
    });
}

function allImports(path: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const all = new Set([path]);
  for (const one of all) for (const to of imports.get(one) ?? []) all.add(to);
  return all;
}
