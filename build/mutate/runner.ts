import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createVitest } from 'vitest/node';
import type { PlantTask } from './task.ts';
import { TASK } from './vitest-config.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Runs the files of a task in one Vitest and one worker (`worker.ts`), in their order. A process of its own, which the
 * parent ends where a mutant does not end by itself.
 */
const { tests }: PlantTask = JSON.parse(readFileSync(process.env[TASK]!, 'utf8'));
const vitest = await createVitest('test', {
  config: join(import.meta.dirname, 'vitest-config.ts'),
  watch: false,
  reporters: [{}],
  sequence: {
    sequencer: class {
      sort<Spec extends { readonly moduleId: string }>(specs: Spec[]): Spec[] {
        const place = ({ moduleId }: Spec): number =>
          tests.findIndex(({ path }) => moduleId.endsWith(`/${path}`));
        return specs.toSorted((a, b) => place(a) - place(b));
      }
      shard<Spec>(specs: Spec[]): Spec[] {
        return specs;
      }
    } as never,
  },
});
await vitest.standalone();
const specifications = await vitest.globTestSpecifications(tests.map(({ path }) => join(ROOT, path)));
const wanted = specifications.filter(({ moduleId }) =>
  tests.some(({ path }) => moduleId === join(ROOT, path)),
);
await vitest.runTestSpecifications(wanted);
await vitest.close();
process.exit(0);
