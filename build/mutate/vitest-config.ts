import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { withSwitches } from './schemata.ts';
import type { PlantTask } from './task.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Variable that names the file with the task. */
export const TASK = 'SOCAVON_MUTANTS';

const task: PlantTask | null = process.env[TASK] ? JSON.parse(readFileSync(process.env[TASK], 'utf8')) : null;

/** Tests of sources that are read with all mutants behind switches; the files on the disk stay as they are. */
export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform(code, id) {
        const file = relative(ROOT, id);
        const here = task?.mutants.filter((mutant) => mutant.file === file) ?? [];
        if (here.length === 0) return null;
        const constant = here.find(({ probe }) => probe !== null);
        const probes = constant ? [{ number: constant.probe!, functions: constant.functions! }] : [];
        return withSwitches(code, here, probes);
      },
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    runner: join(import.meta.dirname, 'worker.ts'),
    globalSetup: join(ROOT, 'test/fixtures/scratch-setup.ts'),
    env: { SOCAVON_CHECK_REPLIES: '1' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    silent: true,
    // What is read is not what another run reads.
    fsModuleCache: false,
  },
});
