import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { testFiles } from './test/support/test-files.ts';
import { UnstableTests } from './test/support/unstable-tests.ts';

/** Where the results of this run go as JSON; unset: nowhere. */
const results = process.env.SOCAVON_TEST_RESULTS;
/** `npm run test:long` runs the files of this name, `npm test` all others (docs/testing.md). */
const LONG = 'test/**/*.long.test.ts';
/** `.ci/run` repeats a scene of the window once, and names it: a run of an hour does not stand or fall with a frame. */
const repeats = process.env.SOCAVON_REPEAT_WINDOWS === '1' ? 1 : 0;
const isLong = process.env.SOCAVON_TIER === 'long';
const { gpu, labGpu, lab, quick, core } = testFiles(import.meta.dirname, isLong);
const e2e = isLong ? 'test/e2e/**/*.long.test.ts' : 'test/e2e/**/*.test.ts';

/** Tests of one project. No limit of time is an assertion: a machine may be slow. */
const tests = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  name,
  include: [...include],
  exclude: [...(isLong ? [] : [LONG]), ...exclude],
  setupFiles: 'test/support/note-cpu.ts',
  // Replies are parsed by their schemas, in threads and processes that tests start too.
  env: { SOCAVON_CHECK_REPLIES: '1' },
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 300_000 } },
});

/** Files that share a process: what they import is loaded, and kernels and a browser are made, once. */
const together = { isolate: false, maxWorkers: 2 };

export default defineConfig({
  test: {
    globalSetup: 'test/fixtures/scratch-setup.ts',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ...(results ? ['json'] : []), new UnstableTests()],
    ...(results && { outputFile: { json: results } }),
    projects: [
      // In one worker, so that each kernel is compiled once; `npm test` runs it beside the others.
      { test: { ...tests('gpu', gpu), ...together, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      { test: { ...tests('lab-gpu', labGpu), ...together, maxWorkers: 1, sequence: { groupOrder: 2 } } },
      { test: { ...tests('lab', lab), ...together } },
      { test: { ...tests('e2e', [e2e]), ...together, retry: repeats } },
      { test: { ...tests('quick', quick), ...together } },
      { test: { ...tests('core', core), ...together } },
      {
        test: {
          ...tests(
            'hosts',
            [isLong ? LONG : 'test/**/*.test.ts'],
            [e2e, ...gpu, ...labGpu, ...lab, ...quick, ...core],
          ),
          maxWorkers: 2,
        },
      },
    ],
  },
});
