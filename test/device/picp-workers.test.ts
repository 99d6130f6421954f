import { expect } from 'vitest';
import { exp, identity, invert } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { picpBy } from '../../src-lab/picp/picp.ts';
import { mergeShares } from '../../src-lab/picp/picp-share.ts';
import { REGISTRATION_DEFAULTS } from '../../src-lab/problem/method.ts';
import { PICP_DEFAULTS } from '../../src-lab/problem/picp-options.ts';
import { METHODS } from '../../src-lab/register/methods.ts';
import { register } from '../../src-lab/register/register.ts';
import { threadPool } from '../../src-main/device/picp-workers.ts';
import { registerJob } from '../../src-main/device/register-job.ts';
import { filledWith, saddle, transformed } from '../lab/clouds.ts';
import { describe, IS_LONG, it } from '../support/tier.ts';

const target = saddle(40);
const source = transformed(invert(exp([0.05, 0.02, 0.08, 0.1, 0, 0.05])), target);
const THREADED = { ...METHODS, picp: picpBy(threadPool) };

describe('pICP on threads', () => {
  it.each([
    [1, 'voxel-bins'],
    [2, 'voxel-bins'],
    [3, 'voxel-bins'],
    [2, 'kd-tree'],
    [2, 'brute-force'],
  ] as const)('gives with %d threads by %s what it gives without', (workers, search) => {
    for (const shuffle of [false, true]) {
      const options = {
        method: 'picp' as const,
        search,
        maxIterations: 5,
        picp: { ...PICP_DEFAULTS, workers, shuffle, thinning: 0.7, acceleration: 'coupled' as const },
      };
      const threads = register(source, target, options, NEVER_CANCELLED, THREADED);
      const alone = register(source, target, options);
      expect({ ...threads, milliseconds: null }).toEqual({ ...alone, milliseconds: null });
    }
  });

  it('runs in a job, from a thread of its own', async () => {
    const options = { method: 'picp' as const, maxIterations: 5 };
    const there = await registerJob(source, target, options, NEVER_CANCELLED);
    const here = register(source, target, options);
    there.rmsPerIteration.forEach((rms, k) => {
      expect(rms).toBeCloseTo(here.rmsPerIteration[k], 10);
    });
  });

  it('stops where it is cancelled', () => {
    const work = (): unknown => register(source, target, { method: 'picp' }, { cancelled: true }, THREADED);
    expect(work).toThrow(expect.objectContaining({ code: 'cancelled' }));
  });

  it.runIf(IS_LONG)('shares far points out by shuffling, and leaves them to one worker without', () => {
    // Half of the scan lies on the target, the other half far off, where every search has many bins to pass.
    const floor = filledWith(20_000, (i) => [(i % 200) / 20, Math.floor(i / 200) / 20, 0]);
    const scan = filledWith(20_000, (i) => [
      (i % 200) / 20,
      Math.floor(i / 200) / 20,
      i < 10_000 ? 0.001 : 3,
    ]);
    const slowest = (shuffle: boolean): number => {
      const crew = threadPool({
        source: scan,
        target: floor,
        T_target_source: identity(),
        options: {
          ...REGISTRATION_DEFAULTS,
          search: 'voxel-bins',
          picp: { ...PICP_DEFAULTS, workers: 2, shuffle },
        },
        cancel: NEVER_CANCELLED,
      });
      try {
        const shares = [0, 1, 2].map((pass) => {
          const { milliseconds } = mergeShares(crew.match(identity(), pass));
          return Math.max(...milliseconds) / milliseconds.reduce((sum, ms) => sum + ms, 0);
        });
        return Math.min(...shares);
      } finally {
        crew.close();
      }
    };
    // Of the whole work the slower of two workers has at least one half.
    expect(slowest(false)).toBeGreaterThan(0.8);
    expect(slowest(true)).toBeLessThan(0.75);
  });
});
