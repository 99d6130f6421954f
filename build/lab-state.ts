import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf } from '../test/boundaries/imports.ts';
import { testFiles } from '../test/support/test-files.ts';
import { sourcesHash } from './sources-hash.ts';

/** What the tests of the lab depend on besides what they import: kernels are read by their path. */
const BESIDE = ['shaders', 'package-lock.json', 'vitest.config.ts'];

/** The tests of the registration methods, which run when something that they reach has changed since they last passed. */
interface LabTests {
  /** False: they passed with all as it is. */
  readonly areDue: boolean;
  /** Remembers that they passed. */
  readonly passed: () => void;
}

/**
 * Whether the tests of the lab are due: by the hash of their own files and of all that they import, directly or through
 * others, on this machine. In CI they are, always.
 *
 * @param root of the repository
 */
export function labTests(root: string, isLong: boolean): LabTests {
  const file = join(root, 'node_modules/.cache/socavon-lab', isLong ? 'long' : 'all');
  const state = sourcesHash(root, [...BESIDE, ...reached(root, isLong)], () => true);
  const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return {
    areDue: process.env.CI === 'true' || known !== state,
    passed: () => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, state);
    },
  };
}

/** Paths of the tests of the lab and of all that they import. */
function reached(root: string, isLong: boolean): string[] {
  const { lab, labGpu } = testFiles(root, isLong);
  const paths = new Set([...lab, ...labGpu]);
  for (const path of paths)
    for (const { to, how } of importsOf(path, readFileSync(join(root, path), 'utf8')))
      if (to !== null && how !== 'names' && existsSync(join(root, to)) && to.endsWith('.ts')) paths.add(to);
  return [...paths];
}
