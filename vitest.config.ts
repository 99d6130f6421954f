import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const results = process.env.SOCAVON_TEST_RESULTS;

const common = {
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 300_000,
  // Threads and processes that tests start have it too.
  env: { SOCAVON_CHECK_REPLIES: '1' },
};
const gpu = 'test/gpu/**/*.test.ts';

export default defineConfig({
  test: {
    globalSetup: 'test/fixtures/scratch-setup.ts',
    maxWorkers: common.maxWorkers,
    sequence: { sequencer: LongestFirst },
    reporters: results ? ['default', 'json'] : ['default'],
    ...(results && { outputFile: { json: results } }),
    projects: [
      // The software adapter compiles kernels for seconds: files that run in one process share what is compiled.
      { test: { ...common, name: 'gpu', include: [gpu], isolate: false } },
      { test: { ...common, name: 'all else', include: ['test/**/*.test.ts'], exclude: [gpu] } },
    ],
  },
});
