import { join, resolve } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
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
const failed: TestModule[] = [];
const vitest = await createVitest('test', {
  config: join(import.meta.dirname, 'vitest-config.ts'),
  watch: false,
  reporters: [
    {
      // What a run gives back names modules of earlier ones too.
      onTestModuleEnd: (module) => {
        if (!module.ok()) failed.push(module);
      },
    },
  ],
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
  failed.length = 0;
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const [module] = failed;
  const [test] = module?.children.allTests('failed') ?? [];
  const killedBy =
    module !== undefined
      ? `${module.moduleId.slice(ROOT.length + 1)}: ${test?.fullName ?? 'does not load'}`
      : unhandledErrors.length > 0
        ? 'an error outside of any test'
        : null;
  process.send!({ killedBy } satisfies MutantResult);
});
process.send!('ready');

function orderOf(moduleId: string, tests: readonly string[]): number {
  return tests.findIndex((test) => moduleId.endsWith(test));
}
