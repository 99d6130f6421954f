import { expect, it } from 'vitest';
import { mutate } from '../../build/mutate.ts';

const SEED = 20;

it(`of 12 small bugs in the ± of a volume and in stated accuracy nearly all are noticed by the nearest tests (seed ${SEED})`, async () => {
  const outcomes = await mutate({
    folders: ['src-core/tunnel/uncertainty', 'src-core/survey/stated-accuracy.ts'],
    ...{ count: 12, seed: SEED, seconds: 4, timeout: 60_000 },
  });
  expect(outcomes).toHaveLength(12);
  const unnoticed = outcomes
    .filter(({ end }) => end === 'survived' || end === 'untested')
    .map(({ mutant: { file, line, was, becomes } }) => `${file}:${line} ${was} -> ${becomes}`);
  expect(unnoticed.length, unnoticed.join('\n')).toBeLessThanOrEqual(1);
});
