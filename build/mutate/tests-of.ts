import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { durationOf } from '../../test/support/durations.ts';

/** Folders of tests that a mutant is not run against: they open windows, start bundles or walk the tree. */
const OUTSIDE = /^test\/(e2e|bench|boundaries|build|electron-host|gpu|hosts|engine)\//;
const IMPORT = /^(?!import type|export type).*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

/** Which tests import a source, directly or through others. */
export class TestsOf {
  readonly #root: string;
  /** Files by the files that import them. */
  readonly #importers = new Map<string, string[]>();

  constructor(root: string) {
    this.#root = root;
    for (const folder of ['src-core', 'src-simulate', 'src-main', 'src-renderer', 'test'])
      for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.ts') || name.endsWith('.long.test.ts')) continue;
        const path = join(root, folder, name);
        for (const [, ...found] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
          const from = found.find((one) => one !== undefined)!;
          if (!from.startsWith('.')) continue;
          const to = resolve(dirname(path), from);
          this.#importers.set(to, [...(this.#importers.get(to) ?? []), path]);
        }
      }
  }

  /**
   * Files of tests that import a source: those named for it or its folder, then the nearest; of equally near the
   * quickest first.
   *
   * @param file relative to the root
   * @param seconds most processor seconds of all together, as they are recorded
   */
  nearest(file: string, seconds: number): string[] {
    const distance = new Map([[resolve(this.#root, file), 0]]);
    const queue = [...distance.keys()];
    for (const path of queue)
      for (const importer of this.#importers.get(path) ?? []) {
        if (distance.has(importer)) continue;
        distance.set(importer, distance.get(path)! + 1);
        queue.push(importer);
      }
    const tests = queue
      .map((path) => ({ test: relative(this.#root, path), steps: distance.get(path)! }))
      .filter(({ test }) => test.endsWith('.test.ts') && !OUTSIDE.test(test))
      .map((one) => ({ ...one, rank: isNamedFor(one.test, file) ? 0 : 1 }))
      .toSorted((a, b) => a.rank - b.rank || a.steps - b.steps || durationOf(a.test) - durationOf(b.test));
    let sum = 0;
    return tests.flatMap(({ test }) => {
      if (sum + durationOf(test) > seconds) return [];
      sum += durationOf(test);
      return [test];
    });
  }
}

function isNamedFor(test: string, file: string): boolean {
  const [name, source] = [basename(test, '.test.ts'), basename(file, '.ts')];
  return name.includes(source) || source.includes(name) || name.includes(basename(dirname(file)));
}
