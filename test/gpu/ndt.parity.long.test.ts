import { describe, expect, it } from 'vitest';
import { exp } from '../../src-core/math/se3.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { RegistrationOptions } from '../../src-lab/problem/method.ts';
import { NDT_DEFAULTS } from '../../src-lab/problem/ndt-options.ts';
import { GICP_DEFAULTS } from '../../src-lab/problem/robust-options.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { register } from '../../src-lab/register/register.ts';
import { transformed } from '../lab/clouds.ts';
import { describeOnGpu } from './software-device.ts';
import { describeTwinOfMethod, METHOD_SEED } from './twin-of-method.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

describeOnGpu(
  `ndt on the device (seed ${METHOD_SEED})`,
  (gpu) => {
    describe('twin, of voxels whose edge is found', () =>
      describeTwinOfMethod(gpu, { options: { method: 'ndt' }, leastSteps: 2, firmFrom: 100 }));
    describe('twin, each point compared with seven voxels', () =>
      describeTwinOfMethod(gpu, {
        options: { method: 'ndt', ndt: { ...NDT_DEFAULTS, cells: 'seven' } },
        leastSteps: 2,
        firmFrom: 100,
      }));

    const target = sampledSaddle(300, METHOD_SEED);
    const options = (more: Partial<RegistrationOptions>): Partial<RegistrationOptions> => ({
      method: 'ndt',
      ...more,
    });

    it.each([
      ['a large voxel', { ...GICP_DEFAULTS, voxel: 1.5 }, 0.55],
      ['a small voxel', { ...GICP_DEFAULTS, voxel: 0.6 }, 0.55],
      ['all in a few voxels', { ...GICP_DEFAULTS, voxel: 50 }, 0.55],
      ['few outliers', { ...GICP_DEFAULTS, voxel: 1.2 }, 0.05],
      ['many outliers', { ...GICP_DEFAULTS, voxel: 1.2 }, 0.8],
    ])('%s', async (_, gicp, outlierShare) => {
      const pair: Pair = [transformed(exp([0.03, -0.02, 0.01, 0.05, 0.02, -0.04]), target), target];
      for (const maxIterations of [1, 2, 20]) {
        const all = options({ gicp, ndt: { ...NDT_DEFAULTS, outlierShare }, maxIterations });
        expectTwins(await onBothEngines(gpu(), pair, all), pair, all);
      }
    });

    it('from a start where the Hessian is not positive definite, by the Gauss-Newton matrix', async () => {
      const pair: Pair = [transformed(exp([0.12, -0.1, 0.15, 0.35, 0.3, -0.25]), target), target];
      for (const maxIterations of [1, 2, 3]) {
        const all = options({ maxIterations });
        expectTwins(await onBothEngines(gpu(), pair, all), pair, all);
      }
    });

    it('refuses a target whose points are too few for its voxels in the words of the CPU', async () => {
      const input = options({ gicp: { ...GICP_DEFAULTS, voxel: 1e-3 } });
      let words = '';
      try {
        register(target, target, input);
      } catch (error) {
        words = (error as Error).message;
      }
      expect(words).toContain('0.001');
      await expect(registerOnGpu(gpu(), target, target, input)).rejects.toMatchObject({
        code: 'too-few-points',
        message: words,
      });
    });
  },
  {},
  { workgroupSize: 64, maxWorkgroups: 3 },
);
