import { describe, expect, it } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { bytesPerPoint, pointsPerPart } from '../../src-core/gpu/parts.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-core/gpu/register-gpu.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, invert } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import {
  type PointSet,
  type RegistrationOptions,
  type RegistrationResult,
  SEARCH_IDS,
} from '../../src-core/registration/method.ts';
import { METHODS } from '../../src-core/registration/methods.ts';
import { picpBy, serialCrew } from '../../src-core/registration/picp.ts';
import { PICP_DEFAULTS, type PicpOptions } from '../../src-core/registration/picp-options.ts';
import { mergeShares } from '../../src-core/registration/picp-share.ts';
import { register } from '../../src-core/registration/register.ts';
import { filledWith, saddle as gridSaddle, transformed } from '../registration/clouds.ts';
import { describeOnGpu } from './software-device.ts';
import { apart, expectTwins, onBothEngines, type Pair } from './twins.ts';

const SEED = 131;
const MOTION = exp([0.12, -0.09, 0.14, 0.4, -0.3, 0.5]);

/** A surface over -2 .. 2 at random places, so that no two neighbours are equally far. */
function sampled(count: number, seed: number, height: (x: number, y: number) => number): PointSet {
  const random = seededRandom(seed);
  return filledWith(count, () => {
    const [x, y] = [4 * random.uniform() - 2, 4 * random.uniform() - 2];
    return [x, y, height(x, y)];
  });
}

const saddle = (count: number, seed: number): PointSet => sampled(count, seed, (x, y) => x * x - y * y);
/** Low waves, over which a pose slides slowly and straight. */
const waves = (count: number, seed: number): PointSet =>
  sampled(count, seed, (x, y) => 0.3 * Math.sin(2 * x) * Math.cos(1.5 * y));
const firstOf = ({ xyz }: PointSet, count: number): PointSet => ({ count, xyz: xyz.slice(0, 3 * count) });

function picpOptions(
  own: Partial<PicpOptions>,
  more: Partial<RegistrationOptions> = {},
): Partial<RegistrationOptions> {
  return { method: 'picp', search: 'voxel-bins', ...more, picp: { ...PICP_DEFAULTS, ...own } };
}

/** Leaps that the CPU tries, and those of them that it discards: their errors are in no iteration, and are not lower. */
function leapsOf(
  [source, target]: Pair,
  options: Partial<RegistrationOptions>,
): { readonly tried: number; readonly discarded: number } {
  const errors: number[] = [];
  const watched = picpBy((problem) => {
    const crew = serialCrew(problem);
    return {
      match(T, pass) {
        const numbers = crew.match(T, pass);
        const { squared, pairs } = mergeShares(numbers);
        errors.push(Math.sqrt(squared / pairs[0]));
        return numbers;
      },
      close: crew.close,
    };
  });
  const methods = { ...METHODS, picp: watched };
  const { iterations, rmsPerIteration } = register(source, target, options, NEVER_CANCELLED, methods);
  const kept = new Set(rmsPerIteration);
  return {
    tried: errors.length - 1 - iterations,
    discarded: errors.filter((error, k) => k > 0 && !kept.has(error) && error >= errors[k - 1]).length,
  };
}

const OWN: readonly Partial<PicpOptions>[] = [
  { thinning: 0.5 },
  { thinning: 0.2, seed: 7 },
  { acceleration: true },
  { acceleration: true, thinning: 0.6, seed: 3 },
  { shuffle: false, workers: 3 },
  { shuffle: false, workers: 3, thinning: 0.5, acceleration: true },
];

const describePicp = (gpu: () => GpuContext): void => {
  const target = saddle(600, SEED);
  const expectSame = async (
    pair: Pair,
    options: Partial<RegistrationOptions>,
  ): Promise<RegistrationResult> => {
    const both = await onBothEngines(gpu(), pair, options);
    expectTwins(both, pair, options);
    expect(both.gpu.iterations).toBe(both.cpu.iterations);
    expect(both.gpu.stopped).toBe(both.cpu.stopped);
    return both.gpu;
  };

  describe.each(OWN)('%j', (own) => {
    it.each([63, 257, 1000])('%i points of another sample of the surface', async (count) => {
      const source = transformed(MOTION, saddle(count, SEED + count));
      await expectSame([source, target], picpOptions(own, { maxIterations: 12, rmsTolerance: 3e-5 }));
    });

    it('a copy of the target', async () => {
      await expectSame([transformed(MOTION, target), target], picpOptions(own, { rmsThreshold: 1e-3 }));
    });

    it.each(SEARCH_IDS)('by %s, within a distance', async (search) => {
      const source = transformed(exp([0.01, -0.02, 0.01, 0.05, 0.02, -0.04]), saddle(100, SEED + 1));
      await expectSame([source, target], picpOptions(own, { search, maxIterations: 6, maxDistance: 0.2 }));
    });

    it('a million metres from the origin', async () => {
      const T_map_source = exp([0, 0, 0, -1e6, 1e6, 3e5]);
      const T_map_target = exp([0, 0, 0, 1e6, -1e6, 4e5]);
      const source = transformed(T_map_source, transformed(MOTION, saddle(257, SEED + 2)));
      const T_target_source = compose(compose(T_map_target, invert(MOTION)), invert(T_map_source));
      await expectSame(
        [source, transformed(T_map_target, target)],
        picpOptions(own, { T_target_source, maxIterations: 8, rmsTolerance: 3e-5 }),
      );
    });

    it('points equally far, of which the first counts', async () => {
      const lattice = filledWith(125, (i) => [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)]);
      const twice: PointSet = { count: 250, xyz: Float64Array.from([...lattice.xyz, ...lattice.xyz]) };
      const between = filledWith(64, (i) => [
        (i % 4) + 0.5,
        (Math.floor(i / 4) % 4) + 0.5,
        Math.floor(i / 16) + 0.5,
      ]);
      await expectSame([between, twice], picpOptions(own, { maxIterations: 1 }));
    });

    it('gives the same bits again, and to a target that is kept', async () => {
      const source = transformed(MOTION, saddle(257, SEED + 3));
      const options = picpOptions(own, { maxIterations: 10 });
      const first = { ...(await registerOnGpu(gpu(), source, target, options)), milliseconds: null };
      const again = { ...(await registerOnGpu(gpu(), source, target, options)), milliseconds: null };
      const kept = await TargetOnGpu.build(gpu(), target, options);
      const toKept = { ...(await kept.register(source)), milliseconds: null };
      kept.destroy();
      expect(again).toEqual(first);
      expect(toKept).toEqual(first);
    });
  });

  it('leaps that are taken and leaps that are discarded', async () => {
    const surface = waves(600, SEED);
    const moved = exp([0.02, -0.01, 0.05, 0.2, -0.1, 0.05]);
    const both: Pair[] = [
      [transformed(moved, firstOf(surface, 257)), surface],
      [transformed(moved, waves(600, SEED + 600)), surface],
    ];
    for (const pair of both) {
      const options = picpOptions(
        { acceleration: true },
        { maxIterations: 60, rmsTolerance: 3e-5, rmsThreshold: 1e-3 },
      );
      const leaps = leapsOf(pair, options);
      expect(leaps.tried).toBeGreaterThan(leaps.discarded);
      expect(leaps.discarded).toBeGreaterThan(0);
      const found = await expectSame(pair, options);
      for (let k = 1; k < found.iterations; k++)
        expect(found.rmsPerIteration[k]).toBeLessThan(found.rmsPerIteration[k - 1] + 1e-6);
    }
  });

  it('goes on where the first passes are not enough, with leaps between the iterations', async () => {
    const pair: Pair = [transformed(MOTION, waves(300, SEED + 4)), waves(600, SEED)];
    const options = picpOptions(
      { thinning: 0.7, acceleration: true },
      { maxIterations: 50, rmsTolerance: 0, rmsThreshold: 0 },
    );
    const found = await expectSame(pair, options);
    expect(found.iterations).toBe(50);
    expect(found.stopped).toBe('iteration-limit');
  });

  it.each([1, 2, 3, 4])('few points, of which half are drawn, seed %i', async (seed) => {
    const source = transformed(MOTION, firstOf(target, 24));
    const own = { thinning: 0.5, acceleration: true, seed };
    await expectSame([source, target], picpOptions(own, { maxIterations: 8, rmsThreshold: 1e-3 }));
  });

  it('stops where a step leaves too few of few points, with the sums of the pose that stays', async () => {
    const grid = gridSaddle(12);
    const copy = transformed(MOTION, grid);
    const source = filledWith(7, (i) => [...copy.xyz.subarray(60 * i, 60 * i + 3)]);
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const own = { thinning: 0.6, acceleration: true, seed };
      const options = picpOptions(own, { rmsTolerance: 0, rmsThreshold: 0, maxIterations: 20 });
      const { gpu: found, cpu } = await onBothEngines(gpu(), [source, grid], options);
      const ending = ({ stopped, iterations, inliers }: RegistrationResult) => ({
        stopped,
        iterations,
        inliers,
      });
      expect(ending(found)).toEqual(ending(cpu));
      expect(found.H[21]).toBe(found.inliers);
      // A draw of three points holds a pose loosely and lets rounding grow; another way taken would end decimetres off.
      expect(apart(found.T_target_source, cpu.T_target_source, source)).toBeLessThan(1e-3);
    }
  });

  it.each([
    { thinning: 0.5, seed: 5 },
    { acceleration: true },
    { thinning: 0.6, acceleration: true, seed: 3 },
  ])('clouds in parts: %j', async (own) => {
    const surface = waves(600, SEED);
    const source = transformed(exp([0.02, -0.01, 0.05, 0.2, -0.1, 0.05]), waves(500, SEED + 6));
    const options = picpOptions(own, { maxIterations: 20, rmsTolerance: 3e-5 });
    // Room for some 220 points, so that both clouds come in three parts.
    const small = gpu().withOwnBuffers(4608);
    expect(pointsPerPart(small.bindingBytes, bytesPerPoint('surface-point'))).toBeLessThan(250);
    const cpu = register(source, surface, options);
    const found = await registerOnGpu(small, source, surface, options);
    small.destroy();
    expectTwins({ gpu: found, cpu }, [source, surface], options);
    expect(found.iterations).toBe(cpu.iterations);
  });

  it('says that too few points have a match where hardly any is drawn', async () => {
    const options = picpOptions({ thinning: 1e-9 });
    await expect(registerOnGpu(gpu(), target, target, options)).rejects.toMatchObject({
      code: 'too-few-points',
    });
  });

  it('what pICP is told does not concern another method', async () => {
    const source = transformed(MOTION, saddle(100, SEED + 5));
    const options = { maxIterations: 5, search: 'voxel-bins' } as const;
    const picp = { ...PICP_DEFAULTS, thinning: 0.3, acceleration: true };
    const plain = await registerOnGpu(gpu(), source, target, { ...options, method: 'icp-point' });
    const told = await registerOnGpu(gpu(), source, target, { ...options, method: 'icp-point', picp });
    expect({ ...told, milliseconds: null }).toEqual({ ...plain, milliseconds: null });
  });
};

// Three workgroups, so that more than 192 points take several laps.
describeOnGpu(
  `pICP's options on the device (seed ${SEED})`,
  describePicp,
  {},
  { workgroupSize: 64, maxWorkgroups: 3 },
);
