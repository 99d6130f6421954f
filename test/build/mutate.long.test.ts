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

it('of 12 small bugs in the ± of a volume and in stated accuracy nearly all are noticed by the nearest tests (seed 20)', async () => {
  const outcomes = await mutate({
    folders: ['src-core/tunnel/uncertainty', 'src-core/survey/stated-accuracy.ts'],
    ...{ count: 12, seed: 20, seconds: 12, results: join(folder, 'of-uncertainty.jsonl') },
  });
  expect(outcomes).toHaveLength(12);
  // What is left are those whose tests take longer in all than is given to one.
  expect(outcomes.filter(({ end }) => end === 'killed').length).toBeGreaterThanOrEqual(9);
  const unnoticed = outcomes
    .filter(({ end }) => end === 'survived' || end === 'unreached')
    .map(({ mutant: { file, line, was, becomes } }) => `${file}:${line} ${was} -> ${becomes}`);
  expect(unnoticed.length, unnoticed.join('\n')).toBeLessThanOrEqual(1);
});
