import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countsOf, mutate } from '../../build/mutate.ts';

const SEED = 33;
const COUNT = 60;

const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`of ${COUNT} small bugs in what measures, adjusts and states the ± half are noticed by the tests of two seconds or less (seed ${SEED})`, async () => {
  // Nothing is taken from earlier runs.
  const results = join(folder, 'results.jsonl');
  const outcomes = await mutate({ seed: SEED, sample: COUNT, seconds: 2, results });
  expect(outcomes).toHaveLength(COUNT);
  const unnoticed = outcomes
    .filter(({ end }) => end !== 'killed' && end !== 'timeout' && end !== 'equal')
    .map(({ mutant: { file, line, was, becomes } }) => `${file}:${line} ${was} -> ${becomes}`);
  expect(countsOf(outcomes).share, unnoticed.join('\n')).toBeGreaterThanOrEqual(0.5);
});
