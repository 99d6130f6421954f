import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { durationOf } from './durations.ts';

/** What makes a test one of the hosts: their sources, processes, threads, GPUs, databases. */
const HOSTS = [
  /\/src-(main|renderer)\//,
  /^(node:(child_process|worker_threads)|playwright-core|@axe-core\/.*|webgpu|better-sqlite3|vitest\/node)$/,
  /\/once-per-run\.ts$/,
];
/** What makes a test of the core a long one: drives that are simulated, and the data folder. */
const DRIVES = [/\/src-simulate\/(drive|simulate-scans)\.ts$/, /\/shared-data\.ts$/];
/** What makes a test one of the GPU. */
const GPU = [/\/software-device\.ts$/];
/** Folders of tests of the lab: those in them that reach it and start no part of the program by themselves. */
const LAB = /^test\/(lab|gpu)\//;
/** Folders of tests that are neither, whatever they import: they open windows, start bundles or walk the tree. */
const OUTSIDE = ['bench', 'boundaries', 'build', 'e2e', 'electron-host', 'renderer'];
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

/** Whether a file of tests, or the one that it repeats in the long tier, imports the program itself. */
function startsProgram(root: string, file: string): boolean {
  return [file, file.replace('.long.test.ts', '.test.ts')].some((name) => {
    const path = join(root, name);
    return existsSync(path) && readFileSync(path, 'utf8').includes('/src-main/');
  });
}

/** Files of tests by what they need, relative to the root. */
interface TestFiles {
  /** Of the GPU: they share a process and its kernels. */
  readonly gpu: readonly string[];
  /** Of the registration methods, on the processor and on the GPU: they run when what they test has changed. */
  readonly lab: readonly string[];
  readonly labGpu: readonly string[];
  /** Of the core alone: they share processes. The quick of them are `npm run test:quick`. */
  readonly quick: readonly string[];
  readonly core: readonly string[];
}

/**
 * Sorts the files of a tier. What a file imports decides it, so that a file may move; windows are those below `test/e2e`,
 * all others are tests of the hosts.
 */
export function testFiles(root: string, isLong: boolean): TestFiles {
  const files = {
    ...{ gpu: [] as string[], quick: [] as string[], core: [] as string[] },
    ...{ lab: [] as string[], labGpu: [] as string[] },
  };
  for (const name of readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.test.ts') || name.endsWith('.long.test.ts') !== isLong) continue;
    if (OUTSIDE.includes(name.split('/')[0])) continue;
    const file = `test/${name}`;
    // What a test puts in a module's place must not reach another.
    const text = readFileSync(join(root, file), 'utf8');
    if (text.includes('vi.mock(')) continue;
    const imports = [...importsOf(join(root, file), root)];
    const needs = (patterns: readonly RegExp[]): boolean =>
      imports.some((path) => patterns.some((pattern) => pattern.test(path)));
    const isOfLab = LAB.test(file) && needs([/\/src-lab\//]) && !startsProgram(root, file);
    if (needs(GPU)) (isOfLab ? files.labGpu : files.gpu).push(file);
    else if (needs(HOSTS)) continue;
    else if (isOfLab) files.lab.push(file);
    else if (needs(DRIVES) || isLong || durationOf(file) >= QUICK_SECONDS) files.core.push(file);
    else files.quick.push(file);
  }
  return files;
}
