import { join, resolve } from 'node:path';
import { createVitest } from 'vitest/node';
import type { Mutant } from './mutants.ts';
import { CURRENT } from './vitest-config.ts';

/** What the parent sends. */
export interface MutantTask {
  /** null: the sources as they are. */
  readonly mutant: Mutant | null;
  /** Files of tests, relative to the root. */
  readonly tests: readonly string[];
}

/** What is sent back. */
export interface MutantResult {
  /** Title of the first test that failed, with its file; null: all passed. */
  readonly killedBy: string | null;
}

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Runs tests against one mutant after the other, in one Vitest, whose transformed modules are kept. A process of its own,
 * which the parent ends where a mutant does not end by itself. The files on the disk stay as they are.
 */
const vitest = await createVitest('test', {
  config: join(import.meta.dirname, 'vitest-config.ts'),
  watch: false,
  reporters: [{}],
});
await vitest.standalone();

let before: Mutant | null = null;
process.on('message', async ({ mutant, tests }: MutantTask) => {
  process.env[CURRENT] = JSON.stringify(mutant);
  for (const changed of [before, mutant])
    if (changed !== null) vitest.invalidateFile(join(ROOT, changed.file));
  before = mutant;
  const specifications = (
    await vitest.globTestSpecifications(tests.map((test) => join(ROOT, test)))
  ).toSorted((a, b) => orderOf(a.moduleId, tests) - orderOf(b.moduleId, tests));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  let killedBy: string | null = unhandledErrors.length > 0 ? 'an error outside of any test' : null;
  for (const module of testModules) {
    if (module.ok()) continue;
    const [failed] = [...module.children.allTests('failed')];
    killedBy = `${module.moduleId.slice(ROOT.length + 1)}: ${failed?.fullName ?? 'does not load'}`;
    break;
  }
  process.send!({ killedBy } satisfies MutantResult);
});
process.send!('ready');

function orderOf(moduleId: string, tests: readonly string[]): number {
  return tests.findIndex((test) => moduleId.endsWith(test));
}
