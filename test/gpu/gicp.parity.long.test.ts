import { describe, expect, it } from 'vitest';
import { exp } from '../../src-core/math/se3.ts';
import { SEARCH_IDS } from '../../src-core/model/registration-ids.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { RegistrationOptions } from '../../src-lab/problem/method.ts';
import { GICP_DEFAULTS, ROBUST_DEFAULTS } from '../../src-lab/problem/robust-options.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { transformed } from '../lab/clouds.ts';

import { describeOnGpu, keptContext } from './software-device.ts';
import { describeTwinOfMethod, METHOD_SEED } from './twin-of-method.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

/** Few, since the adapter takes half a minute to compile a list of twenty. */
const FEW = { ...GICP_DEFAULTS, neighbours: 6 };

describeOnGpu(
  `gicp on the device (seed ${METHOD_SEED})`,
  (gpu) => {
    describe('twin', () =>
      describeTwinOfMethod(gpu, {
        options: { method: 'gicp', search: 'voxel-bins', gicp: FEW },
        leastSteps: 2,
      }));

    const target = sampledSaddle(300, METHOD_SEED);
    const pair: Pair = [transformed(exp([0.03, -0.02, 0.01, 0.05, 0.02, -0.04]), target), target];
    const options = (more: Partial<RegistrationOptions>): Partial<RegistrationOptions> => ({
      method: 'gicp',
      search: 'voxel-bins',
      gicp: FEW,
      ...more,
    });

    it.each(SEARCH_IDS)('with the search %s', async (search) => {
      const all = options({ search });
      expectTwins(await onBothEngines(gpu(), pair, all), pair, all);
    });

    it.each([
      ['the twenty neighbours of the paper', GICP_DEFAULTS],
      ['more neighbours than the device lists', { ...GICP_DEFAULTS, neighbours: 40 }],
      ['thick planes', { ...FEW, thickness: 0.3 }],
      ['balls', { ...FEW, thickness: 1 }],
    ])('%s', async (_, gicp) => {
      const all = options({ gicp });
      expectTwins(await onBothEngines(gpu(), pair, all), pair, all);
    });

    it('refuses robust weights, and clouds beyond a binding', async () => {
      const robust = { ...ROBUST_DEFAULTS, keptShare: 0.9 };
      await expect(registerOnGpu(gpu(), ...pair, options({ robust }))).rejects.toMatchObject({
        code: 'engine-unavailable',
        message: expect.stringContaining('gicp with robust weights runs on the CPU only'),
      });
      const parts = (await keptContext({ workgroupSize: 64 })).withOwnBuffers(4096);
      await expect(registerOnGpu(parts, ...pair, options({ search: 'brute-force' }))).rejects.toMatchObject({
        code: 'engine-unavailable',
      });
      await expect(TargetOnGpu.build(parts, target, options({}))).rejects.toMatchObject({
        code: 'engine-unavailable',
      });
      parts.destroy();
    });
  },
  {},
  { workgroupSize: 64, maxWorkgroups: 3 },
);
