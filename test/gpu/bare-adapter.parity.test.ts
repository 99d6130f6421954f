import { expect } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import type { RegistrationOptions } from '../../src-lab/problem/method.ts';
import { EM_ICP_PAPER } from '../../src-lab/problem/soft-options.ts';
import { filledWith, transformed } from '../lab/clouds.ts';
import { it, tiered } from '../support/tier.ts';
import { describeOnGpu } from './software-device.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

const SEED = 121;

const RUNS: readonly Partial<RegistrationOptions>[] = [
  { method: 'icp-point', search: 'brute-force' },
  { method: 'icp-plane', search: 'voxel-bins' },
  { method: 'newton-plane', search: 'kd-tree', cellLevel: 5 },
  { method: 'em-icp', emIcp: { ...EM_ICP_PAPER, sigmaP2: 0.1, sigmaInf: 0.02, tolerance: 0 } },
];

describeOnGpu(
  `an adapter that has nothing optional (seed ${SEED})`,
  (gpu) => {
    const random = seededRandom(SEED);
    const bowl = (): number[] => {
      const [x, y] = [2 * random.uniform() - 1, 2 * random.uniform() - 1];
      return [x, y, 0.4 * x * x + 0.25 * y * y + 0.2 * Math.sin(2 * x * y)];
    };
    const target = filledWith(130, bowl);
    const pair: Pair = [transformed(exp([0.05, -0.03, 0.04, 0.03, 0.02, -0.05]), target), target];

    it('has neither subgroups nor timestamps', () => {
      expect([...gpu().device.features]).not.toContain('subgroups');
      expect([...gpu().device.features]).not.toContain('timestamp-query');
    });

    it.each(tiered(RUNS, RUNS.slice(0, 1)))(
      'registers as the CPU does: $method with $search',
      async (options) => {
        expectTwins(await onBothEngines(gpu(), pair, options), pair, options);
      },
    );
  },
  { withoutFeatures: ['subgroups', 'timestamp-query'] },
);
