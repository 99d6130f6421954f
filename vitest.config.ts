import { defineConfig } from 'vitest/config';

const results = process.env.SOCAVON_TEST_RESULTS;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/fixtures/scratch-setup.ts',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 300_000,
    reporters: results ? ['default', 'json'] : ['default'],
    ...(results && { outputFile: { json: results } }),
  },
});
