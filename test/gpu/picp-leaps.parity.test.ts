import { expect } from 'vitest';
import { bytesPerPoint, pointsPerChunk } from '../../src-lab/gpu/cloud-chunks.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { RegistrationResult } from '../../src-lab/problem/method.ts';
import type { PicpOptions } from '../../src-lab/problem/picp-options.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { register } from '../../src-lab/register/register.ts';
import { filledWith, saddle as gridSaddle, transformed } from '../lab/clouds.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { expectSame, FAR, firstOf, leapsOf, NEAR, PICP_SEED, picpOptions, waves } from './picp-fixtures.ts';
import { describeOnGpu } from './software-device.ts';
import { apart, expectTwins, onBothEngines, type Pair } from './twins.ts';

describeOnGpu(
  `leaps and draws of pICP on the device (seed ${PICP_SEED})`,
  (gpu) => {
    const target = sampledSaddle(600, PICP_SEED);

    const KINDS = ['coupled', 'decoupled'] as const;

    it.each(KINDS)('leaps that are taken and leaps that are discarded, %s', async (acceleration) => {
      const surface = waves(600, PICP_SEED);
      const samples = {
        coupled: [firstOf(surface, 257), waves(600, PICP_SEED + 600)],
        decoupled: [waves(600, PICP_SEED + 600), waves(600, PICP_SEED + 603)],
      };
      for (const sample of samples[acceleration]) {
        const pair: Pair = [transformed(NEAR, sample), surface];
        const options = picpOptions(
          { acceleration },
          { maxIterations: 60, rmsTolerance: 3e-5, rmsThreshold: 1e-3 },
        );
        const leaps = leapsOf(pair, options);
        expect(leaps.tried).toBeGreaterThan(leaps.discarded);
        expect(leaps.discarded).toBeGreaterThan(0);
        const result = await expectSame(gpu(), pair, options);
        for (let k = 1; k < result.iterations; k++)
          expect(result.rmsPerIteration[k]).toBeLessThan(result.rmsPerIteration[k - 1] + 1e-6);
      }
    });

    it.each(KINDS)(
      'goes on where the first passes are not enough, with leaps %s between',
      async (acceleration) => {
        const pair: Pair = [transformed(FAR, waves(300, PICP_SEED + 4)), waves(600, PICP_SEED)];
        const options = picpOptions(
          { thinning: 0.7, acceleration },
          { maxIterations: 50, rmsTolerance: 0, rmsThreshold: 0 },
        );
        const result = await expectSame(gpu(), pair, options);
        expect(result.iterations).toBe(50);
        expect(result.stopped).toBe('iteration-limit');
      },
    );

    it.each([1, 2, 3, 4])('few points, of which half are drawn, seed %i', async (seed) => {
      const source = transformed(FAR, firstOf(target, 24));
      const own = { thinning: 0.5, acceleration: 'coupled' as const, seed };
      await expectSame(gpu(), [source, target], picpOptions(own, { maxIterations: 8, rmsThreshold: 1e-3 }));
    });

    it('stops where a step leaves too few of few points, with the sums of the pose that stays', async () => {
      const grid = gridSaddle(12);
      const copy = transformed(FAR, grid);
      const source = filledWith(7, (i) => [...copy.xyz.subarray(60 * i, 60 * i + 3)]);
      for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
        const own = { thinning: 0.6, acceleration: 'coupled' as const, seed };
        const options = picpOptions(own, { rmsTolerance: 0, rmsThreshold: 0, maxIterations: 20 });
        const { gpu: result, cpu } = await onBothEngines(gpu(), [source, grid], options);
        const ending = ({ stopped, iterations, inliers }: RegistrationResult) => ({
          stopped,
          iterations,
          inliers,
        });
        expect(ending(result)).toEqual(ending(cpu));
        expect(result.H[21]).toBe(result.inliers);
        // A draw of three points holds a pose loosely and lets rounding grow; another way taken would end decimetres off.
        expect(apart(result.T_target_source, cpu.T_target_source, source)).toBeLessThan(1e-3);
      }
    });

    const inParts: readonly Partial<PicpOptions>[] = [
      { thinning: 0.5, seed: 5 },
      { acceleration: 'coupled' },
      { acceleration: 'decoupled' },
      { thinning: 0.6, acceleration: 'coupled', seed: 3 },
    ];
    it.runIf(IS_LONG).each(inParts)('clouds in parts: %j', async (own) => {
      const surface = waves(600, PICP_SEED);
      const source = transformed(NEAR, waves(500, PICP_SEED + 6));
      const options = picpOptions(own, { maxIterations: 20, rmsTolerance: 3e-5 });
      // Room for some 220 points, so that both clouds come in three parts.
      const small = gpu().withOwnBuffers(4608);
      expect(pointsPerChunk(small.bindingBytes, bytesPerPoint('surface-point'))).toBeLessThan(250);
      const cpu = register(source, surface, options);
      const result = await registerOnGpu(small, source, surface, options);
      small.destroy();
      expectTwins({ gpu: result, cpu }, [source, surface], options);
      expect(result.iterations).toBe(cpu.iterations);
    });

    it('says that too few points have a match where hardly any is drawn', async () => {
      const options = picpOptions({ thinning: 1e-9 });
      await expect(registerOnGpu(gpu(), target, target, options)).rejects.toMatchObject({
        code: 'too-few-points',
      });
    });
  },
  {},
  { workgroupSize: 64, maxWorkgroups: 3 },
);
