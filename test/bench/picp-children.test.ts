import { describe, expect, it } from 'vitest';
import type { ImagePair } from '../../bench/papers/picp-images.ts';
import { pairThreads } from '../../bench/papers/picp-pairs-threads.ts';
import { partsOf, watched, watchedChildren } from '../../bench/papers/picp-watched.ts';
import { wallClock } from '../../bench/papers/timing.ts';
import { exp, invert } from '../../src-core/math/se3.ts';
import { threadPool } from '../../src-main/device/picp-workers.ts';
import { saddle, transformed } from '../lab/clouds.ts';

const reference = saddle(30);
const pair: ImagePair = {
  name: 'small',
  reference,
  floating: transformed(invert(exp([0.05, 0.02, 0.08, 0.1, 0, 0.05])), reference),
};

describe('children of pICP', () => {
  it.each([1, 3])('that send pairs lead where those lead that send sums: %d', (workers) => {
    const pairs = watchedChildren(pairThreads, pair, { workers }, wallClock, 6);
    const sums = watched(threadPool, pair, { workers }, wallClock, 6);
    for (let k = 0; k < 6; k++) expect(Math.abs(pairs.mse[k] - sums.mse[k])).toBeLessThan(1e-9 * sums.mse[0]);
    expect(sums.mse[5]).toBeLessThan(sums.mse[0] / 4);
  });

  it('spend an iteration on the slowest, on waiting and on the parent, and nothing else', () => {
    const seen = watched(threadPool, pair, { workers: 2 }, wallClock, 6);
    const { slowest, all, waiting, parent } = partsOf(seen);
    expect(slowest + waiting + parent).toBeCloseTo(seen.ms[5] / 6, 9);
    for (const part of [slowest, waiting, parent]) expect(part).toBeGreaterThan(0);
    expect(all).toBeGreaterThanOrEqual(slowest);
    expect(all).toBeLessThanOrEqual(2 * slowest);
  });
});
