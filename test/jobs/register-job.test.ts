import { describe, expect, it } from 'vitest';
import { pointDistance } from '../../src-core/lab/methods/surface-distance.ts';
import { register } from '../../src-core/lab/register.ts';
import { exp } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { registerJob } from '../../src-main/jobs/register-job.ts';
import { pointSet, saddle, transformed } from '../lab/clouds.ts';

const target = saddle(30);
const source = transformed(exp([0.02, 0.01, 0.03, 0.05, 0, 0.02]), target);

describe('a registration in a thread of its own', () => {
  it('gives what it gives in this one', async () => {
    const options = { method: 'newton-plane', cellLevel: 6 } as const;
    const there = await registerJob(source, target, options, NEVER_CANCELLED);
    const here = register(source, target, options);
    expect({ ...there, milliseconds: null }).toEqual({ ...here, milliseconds: null });
  });

  it('refuses with the same code and sentence', async () => {
    await expect(registerJob(pointSet([]), target, {}, NEVER_CANCELLED)).rejects.toMatchObject({
      name: 'SocavonError',
      code: 'too-few-points',
      message: expect.stringContaining('The source has no points'),
    });
    const own = { method: 'newton-custom', customDistance: pointDistance } as const;
    await expect(registerJob(source, target, own, NEVER_CANCELLED)).rejects.toMatchObject({ code: 'usage' });
  });

  it('ends in the middle of its work when cancelled', async () => {
    const token = { cancelled: false };
    const large = saddle(300);
    const start = performance.now();
    const job = registerJob(large, large, { method: 'icp-point', search: 'brute-force' }, token);
    setTimeout(() => {
      token.cancelled = true;
    }, 300);
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
    // Brute force over 90000 x 90000 points takes tens of seconds for one match of all.
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
