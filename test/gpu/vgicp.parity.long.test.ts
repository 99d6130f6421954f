import { describe, expect, it } from 'vitest';
import { exp } from '../../src-core/math/se3.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { RegistrationOptions } from '../../src-lab/problem/method.ts';
import { GICP_DEFAULTS, ROBUST_DEFAULTS } from '../../src-lab/problem/robust-options.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { transformed } from '../lab/clouds.ts';
import { describeOnGpu } from './software-device.ts';
import { describeTwinOfMethod, METHOD_SEED } from './twin-of-method.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

/** Few, since the adapter takes half a minute to compile a list of twenty. */
const FEW = { ...GICP_DEFAULTS, neighbours: 6 };

describeOnGpu(
  `vgicp on the device (seed ${METHOD_SEED})`,
  (gpu) => {
    describe('twin, of voxels whose edge is found', () =>
      describeTwinOfMethod(gpu, {
        options: { method: 'vgicp', gicp: FEW, maxDistance: 1e6 },
        leastSteps: 1,
      }));

    const target = sampledSaddle(300, METHOD_SEED);
    const pair: Pair = [transformed(exp([0.03, -0.02, 0.01, 0.05, 0.02, -0.04]), target), target];
    const options = (more: Partial<RegistrationOptions>): Partial<RegistrationOptions> => ({
      method: 'vgicp',
      gicp: FEW,
      ...more,
    });

    it.each([
      ['a large voxel', { ...FEW, voxel: 1.5 }],
      ['a small voxel', { ...FEW, voxel: 0.2 }],
      ['all in a few voxels', { ...FEW, voxel: 50 }],
      ['more neighbours than the device lists', { ...GICP_DEFAULTS, neighbours: 40 }],
      ['thick planes', { ...FEW, thickness: 0.3 }],
    ])('%s', async (_, gicp) => {
      for (const maxIterations of [1, 20]) {
        const all = options({ gicp, maxIterations });
        expectTwins(await onBothEngines(gpu(), pair, all), pair, all);
      }
    });

    it('a limit of the distance within a voxel', async () => {
      const all = options({ gicp: { ...FEW, voxel: 0.8 }, maxDistance: 0.2, maxIterations: 5 });
      const both = await onBothEngines(gpu(), pair, all);
      expectTwins(both, pair, all);
      expect(both.cpu.inliers).toBeLessThan(250);
    });

    it('refuses robust weights', async () => {
      const robust = { ...ROBUST_DEFAULTS, keptShare: 0.9 };
      await expect(registerOnGpu(gpu(), ...pair, options({ robust }))).rejects.toMatchObject({
        code: 'engine-unavailable',
        message: expect.stringContaining('vgicp with robust weights runs on the CPU only'),
      });
    });
  },
  {},
  { workgroupSize: 64, maxWorkgroups: 3 },
);
