import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import { SEARCH_IDS } from '../../src-core/model/registration-ids.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import { INTENSITY_DEFAULTS } from '../../src-lab/problem/intensity-options.ts';
import type { PointSet, RegistrationOptions } from '../../src-lab/problem/method.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { register } from '../../src-lab/register/register.ts';
import { filledWith, transformed } from '../lab/clouds.ts';
import { describeOnGpu } from './software-device.ts';
import { describeTwinOfMethod, METHOD_SEED } from './twin-of-method.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

/** Few, since the adapter takes half a minute to compile a list of twenty. */
const FEW = { ...INTENSITY_DEFAULTS, neighbours: 6 };

/** Paint by place, about the mean of the places so that far clouds are painted alike. */
function painted(cloud: PointSet, brightness = 1, base = 50): PointSet {
  const { count, xyz } = cloud;
  const reflectivity = Float64Array.from({ length: count }, (_, i) => {
    const [x, y, z] = [0, 1, 2].map((k) => xyz[3 * i + k]);
    // Something of its own for each point, so that no cloud is of one colour.
    const own = Math.sin(12.9898 * i) * 0.02;
    return base + brightness * (Math.sin(2 * x + y) + 0.7 * Math.cos(1.5 * y - z) + own);
  });
  return { ...cloud, reflectivity };
}

describeOnGpu(
  `icp-intensity on the device (seed ${METHOD_SEED})`,
  (gpu) => {
    describe('twin', () =>
      describeTwinOfMethod(gpu, {
        options: { method: 'icp-intensity', search: 'voxel-bins', intensity: FEW },
        paint: (cloud) => painted(cloud),
        leastSteps: 2,
      }));

    const target = painted(sampledSaddle(300, METHOD_SEED));
    const motion = exp([0.03, -0.02, 0.01, 0.05, 0.02, -0.04]);
    const pair: Pair = [{ ...target, ...transformed(motion, target) }, target];
    const options = (more: Partial<RegistrationOptions>): Partial<RegistrationOptions> => ({
      method: 'icp-intensity',
      search: 'voxel-bins',
      intensity: FEW,
      ...more,
    });

    it.each(SEARCH_IDS)('with the search %s', async (search) => {
      const all = options({ search });
      expectTwins(await onBothEngines(gpu(), pair, all), pair, all);
    });

    it.each([
      ['the default twenty neighbours', INTENSITY_DEFAULTS],
      ['more neighbours than the device lists', { ...INTENSITY_DEFAULTS, neighbours: 40 }],
      ['paint as much as shape', { ...FEW, geometryShare: 0.5 }],
      ['paint alone', { ...FEW, geometryShare: 0 }],
    ])('%s', async (_, intensity) => {
      const all = options({ intensity });
      expectTwins(await onBothEngines(gpu(), pair, all), pair, all);
    });

    it.each([
      ['dim, far from zero', 1e-3, 1000],
      ['bright', 1e6, -3e7],
    ])('paint that is %s', async (_, brightness, base) => {
      const cloud = painted(sampledSaddle(300, METHOD_SEED), brightness, base);
      const other: Pair = [{ ...cloud, ...transformed(motion, cloud) }, cloud];
      expectTwins(await onBothEngines(gpu(), other, options({})), other, options({}));
    });

    it('is held along a smooth tunnel by the paint alone', async () => {
      // At random places: of neighbours equally far rounding would choose.
      const random = seededRandom(METHOD_SEED);
      const wall = filledWith(900, () => {
        const angle = 7 * random.uniform();
        return [4 * random.uniform(), Math.cos(angle), Math.sin(angle)];
      });
      const tunnel = painted(wall);
      const shifted: Pair = [{ ...tunnel, ...transformed(exp([0, 0, 0, 0.06, 0, 0]), tunnel) }, tunnel];
      const both = await onBothEngines(gpu(), shifted, options({}));
      expectTwins(both, shifted, options({}));
      expect(both.gpu.undetermined).toHaveLength(0);
      expect(both.gpu.T_target_source.t[0]).toBeCloseTo(-0.06, 3);
    });

    it.each([
      ['no reflectivity', () => undefined],
      ['one that is not finite', (r: Float64Array) => r.with(7, Number.NaN)],
      ['one that nowhere changes', (r: Float64Array) => r.map(() => 3)],
    ])('refuses %s in the words of the CPU', async (_, spoil) => {
      const spoilt = (cloud: PointSet): PointSet => {
        const { reflectivity = new Float64Array(0), ...rest } = cloud;
        const left = spoil(reflectivity);
        return left === undefined ? rest : { ...rest, reflectivity: left };
      };
      for (const clouds of [[spoilt(pair[0]), pair[1]] as const, [pair[0], spoilt(pair[1])] as const]) {
        let words = '';
        try {
          register(...clouds, options({}));
        } catch (error) {
          words = (error as Error).message;
        }
        expect(words).not.toBe('');
        await expect(registerOnGpu(gpu(), ...clouds, options({}))).rejects.toMatchObject({
          code: 'points-unusable',
          message: words,
        });
      }
    });
  },
  {},
  { workgroupSize: 64, maxWorkgroups: 3 },
);
