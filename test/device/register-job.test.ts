import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exp } from '../../src-core/math/se3.ts';
import { CancelSource, NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { quadraticsOf } from '../../src-lab/methods/point-quadratics.ts';
import type { RegistrationStep } from '../../src-lab/problem/method.ts';
import { pointDistance } from '../../src-lab/problem/surface-distance.ts';
import { register } from '../../src-lab/register/register.ts';
import { registerJob } from '../../src-main/device/register-job.ts';
import { pointSet, saddle, transformed } from '../lab/clouds.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';

const target = saddle(30);
const source = transformed(exp([0.02, 0.01, 0.03, 0.05, 0, 0.02]), target);

describe('a registration in a thread of its own', () => {
  it('gives what it gives in this one', async () => {
    const options = { method: 'newton-plane', cellLevel: 6 } as const;
    const there = await registerJob(source, target, options, NEVER_CANCELLED);
    const here = register(source, target, options);
    expect({ ...there, milliseconds: null }).toEqual({ ...here, milliseconds: null });
  });

  it.each(['icp-point', 'icp-plane', 'newton-plane', 'newton-second-order', 'gicp', 'picp'] as const)(
    'gives the same bits with 1, 2 and 8 threads: %s',
    async (method) => {
      // Enough points that threads share them.
      const large = saddle(96);
      const moved = transformed(exp([0.02, 0.01, 0.03, 0.05, 0, 0.02]), large);
      const options = { method, maxIterations: 6, maxDistance: 0.5, picp: { workers: 2 } } as const;
      const here = register(moved, large, options);
      for (const threads of [1, 2, 8, 2]) {
        const there = await registerJob(moved, large, options, NEVER_CANCELLED, { threads });
        expect({ ...there, milliseconds: null }, `${threads} threads`).toEqual({
          ...here,
          milliseconds: null,
        });
      }
    },
  );

  it('refuses with the same code and sentence', async () => {
    await expect(registerJob(pointSet([]), target, {}, NEVER_CANCELLED)).rejects.toMatchObject({
      name: 'SocavonError',
      code: 'too-few-points',
      message: expect.stringContaining('The source has no points'),
    });
    const own = { method: 'newton-custom', customDistance: pointDistance } as const;
    await expect(registerJob(source, target, own, NEVER_CANCELLED)).rejects.toMatchObject({ code: 'usage' });
  });

  it('counts the temperatures of a soft method, and ends between two of them when cancelled', async () => {
    const token = new CancelSource();
    const heard: RegistrationStep[] = [];
    const options = { method: 'softassign', softassign: { temperatures: 5000, tolerance: 0 } } as const;
    const job = registerJob(source, target, options, token, {
      onProgress(step) {
        heard.push(step);
        if (heard.length === 12) token.cancel();
      },
    });
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
    expect(heard.every(({ total }) => total === 5000)).toBe(true);
    expect(heard.slice(0, 12).map(({ done }) => Math.floor(done))).toContain(1);
    for (const [k, { done, iterations, rms }] of heard.entries()) {
      expect(done).toBeGreaterThanOrEqual(heard[Math.max(0, k - 1)].done);
      expect(iterations > 0).toBe(Number.isFinite(rms));
    }
  });

  it('tells each iteration of a method that stops by its tolerance, with the error after it', async () => {
    const heard: RegistrationStep[] = [];
    const result = await registerJob(source, target, { method: 'icp-point' }, NEVER_CANCELLED, {
      onProgress: (step) => void heard.push(step),
    });
    expect(heard.map(({ iterations }) => iterations)).toEqual(result.rmsPerIteration.map((_, k) => k + 1));
    expect(heard.map(({ rms }) => rms)).toEqual(result.rmsPerIteration);
    expect(heard.every(({ total }) => total === null)).toBe(true);
  });

  it('takes the coefficients of a distance, which may be sent to a thread as a function may not', async () => {
    const customQuadratics = quadraticsOf(target, new Float64Array(3 * target.count), pointDistance);
    const there = await registerJob(source, target, { method: 'newton-custom' }, NEVER_CANCELLED, {
      customQuadratics,
    });
    const here = register(source, target, { method: 'newton-point', armijoLongest: 1 });
    expect(there.T_target_source).toEqual(here.T_target_source);
  });

  it('ends in the middle of its work when cancelled', async () => {
    const token = { cancelled: false };
    const large = saddle(300);
    const start = cpuMilliseconds();
    const job = registerJob(large, large, { method: 'icp-point', search: 'brute-force' }, token);
    setTimeout(() => {
      token.cancelled = true;
    }, 300);
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
    // Brute force over 90000 x 90000 points takes tens of seconds for one match of all.
    expect(cpuMilliseconds() - start).toBeLessThan(5000);
  });

  it('keeps its thread for the next, gives each of two at once its own, and lets the process end', () => {
    const job = new URL('../../src-main/device/register-job.ts', import.meta.url).href;
    const program = `
      const { registerJob, prepareRegisterJob } = await import('${job}');
      const xyz = Float64Array.from({ length: 300 }, (_, k) => (k * k * 7) % 11 + k % 3);
      const cloud = { count: 100, xyz };
      const never = { cancelled: false };
      const threads = [];
      process.on('worker', () => threads.push(1));
      prepareRegisterJob();
      await registerJob(cloud, cloud, { method: 'icp-point' }, never);
      await registerJob({ count: 0, xyz: new Float64Array(0) }, cloud, {}, never).catch(() => {});
      await registerJob(cloud, cloud, { method: 'icp-point' }, never);
      const alone = threads.length;
      await Promise.all([1, 2].map(() => registerJob(cloud, cloud, { method: 'icp-point' }, never)));
      console.log(alone, threads.length);
    `;
    const file = join(temporaryFolder(), 'program.mjs');
    writeFileSync(file, program);
    const run = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
    const { status, stdout, stderr } = run;
    expect(stderr).toBe('');
    expect([status, stdout.trim()]).toEqual([0, '1 2']);
  });
});
