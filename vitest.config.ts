import { defineConfig } from 'vitest/config';
import { coreTests } from './test/support/core-tests.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/** Where the results of this run go as JSON; unset: nowhere. */
const results = process.env.SOCAVON_TEST_RESULTS;
/** `npm run test:long` runs the files of this name, `npm test` all others (docs/testing.md). */
const LONG = 'test/**/*.long.test.ts';
const isLong = process.env.SOCAVON_TIER === 'long';
const core = coreTests(import.meta.dirname);

/** Files of the tier that is run. No limit of time is an assertion: a machine may be slow. */
const tests = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  name,
  include: include.map((files) => (isLong ? files.replace('*.test.ts', '*.long.test.ts') : files)),
  exclude: [...(isLong ? [] : [LONG]), ...exclude],
  setupFiles: 'test/support/note-cpu.ts',
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 300_000 } },
});

const [gpu, e2e] = ['test/gpu/**/*.test.ts', 'test/e2e/**/*.test.ts'];
/** Files that share a process: what they import is loaded, and kernels and a browser are made, once. */
const together = { isolate: false, maxWorkers: 2 };

export default defineConfig({
  test: {
    globalSetup: 'test/fixtures/scratch-setup.ts',
    sequence: { sequencer: LongestFirst },
    reporters: results ? ['default', 'json'] : ['default'],
    ...(results && { outputFile: { json: results } }),
    projects: [
      // In one worker, so that each kernel is compiled once; `npm test` runs it beside the others.
      { test: { ...tests('gpu', [gpu]), ...together, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      { test: { ...tests('e2e', [e2e]), ...together } },
      ...(isLong
        ? []
        : [
            { test: { ...tests('quick', core.quick), ...together } },
            { test: { ...tests('core', core.slow), ...together } },
          ]),
      {
        test: {
          ...tests('hosts', ['test/**/*.test.ts'], [gpu, e2e, ...core.quick, ...core.slow]),
          maxWorkers: 2,
        },
      },
    ],
  },
});
