import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Where the results of this run go as JSON; unset: nowhere. */
const results = process.env.SOCAVON_TEST_RESULTS;
/** `npm run test:long` runs the files of this name, `npm test` all others. */
const LONG = '**/*.long.test.ts';
const isLong = process.env.SOCAVON_TIER === 'long';

/** Files below folders of `test/`, of the tier that is run. No limit is an assertion: a machine may be slow. */
const tests = (name: string, folders: readonly string[], others: readonly string[] = []) => ({
  name,
  include: folders.map((folder) => `test/${folder}${isLong ? LONG : '**/*.test.ts'}`),
  exclude: [...(isLong ? [] : [LONG]), ...others.map((folder) => `test/${folder}**`)],
  setupFiles: 'test/support/note-cpu.ts',
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 300_000 } },
});

export default defineConfig({
  test: {
    globalSetup: 'test/fixtures/scratch-setup.ts',
    sequence: { sequencer: LongestFirst },
    reporters: results ? ['default', 'json'] : ['default'],
    ...(results && { outputFile: { json: results } }),
    projects: [
      // The software adapter compiles kernels for seconds: all files run in one process, which keeps what is compiled.
      {
        test: { ...tests('gpu', ['gpu/']), isolate: false, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
      // Windows are opened in one Chromium for each process.
      { test: { ...tests('e2e', ['e2e/']), isolate: false, maxWorkers: 2 } },
      { test: { ...tests('all else', [''], ['gpu/', 'e2e/']), maxWorkers: 2 } },
    ],
  },
});
