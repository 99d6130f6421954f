import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { type Mutant, mutated } from './mutants.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** The mutant that sources are read with; of the process, as Vitest loads this file by itself. */
export const CURRENT = 'SOCAVON_MUTANT';

/** Tests of sources of which one is read with a change; the file on the disk stays as it is. */
export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform(code, id) {
        const mutant: Mutant | null = JSON.parse(process.env[CURRENT] ?? 'null');
        return mutant !== null && id === join(ROOT, mutant.file) ? mutated(code, mutant) : null;
      },
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: join(ROOT, 'test/fixtures/scratch-setup.ts'),
    env: { SOCAVON_CHECK_REPLIES: '1' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    // A mutant must be read anew, and must not be what another run reads.
    fsModuleCache: false,
  },
});
