import { describe, expect, it } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, expSo3, identity, invert } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { PointSet, RegistrationOptions } from '../../src-lab/problem/method.ts';
import { GICP_DEFAULTS } from '../../src-lab/problem/robust-options.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { register } from '../../src-lab/register/register.ts';
import { filledWith, transformed } from '../lab/clouds.ts';

import { aboutMean, surfacesOf } from './nasty-clouds.ts';
import { apart, type BothEngines, expectTwins, f32Metres, onBothEngines, type Pair } from './twins.ts';

export const METHOD_SEED = 211;
const NEARBY: Rigid = { R: expSo3(0.12, -0.09, 0.14), t: Float64Array.of(0.4, -0.3, 0.5) };
const NEAR_START = exp([0.03, -0.02, 0.01, 0.05, 0.02, -0.04]);
const SMALL_MOTION = exp([0.003, 0.002, -0.001, 0.03, 0.02, -0.01]);

/** How a method is asked of both engines. */
interface MethodTwin {
  /** Options that every test gives. */
  readonly options: Partial<RegistrationOptions>;
  /** Adds what the method needs of the points, a function of the place; left out: nothing. */
  readonly paint?: (cloud: PointSet) => PointSet;
  /** Least iterations that the first test must see both engines take. */
  readonly leastSteps: number;
  /** Points from which on a cloud holds the pose firmly; left out: 6. Three voxels of twenty points do not. */
  readonly firmFrom?: number;
}

/**
 * Tests of a method that holds its twin to the reference in f64 by the tolerances of all twins: after each number of
 * iterations, on clouds that are hard to register, and on those that none registers.
 */
export function describeTwinOfMethod(
  gpu: () => GpuContext,
  { options, paint, leastSteps, firmFrom = 6 }: MethodTwin,
): void {
  const painted = paint ?? ((cloud: PointSet) => cloud);
  const both = async (pair: Pair, more: Partial<RegistrationOptions> = {}): Promise<BothEngines> => {
    const all = { ...options, ...more };
    const runs = await onBothEngines(gpu(), pair, all);
    expectTwins(runs, pair, all);
    for (const number of [runs.gpu.rms, ...runs.gpu.H, ...runs.gpu.T_target_source.R])
      expect(number).not.toBeNaN();
    return runs;
  };
  const moved = (cloud: PointSet, motion: Rigid): Pair => {
    const target = painted(cloud);
    return [{ ...target, ...transformed(aboutMean(motion, cloud), cloud) }, target];
  };

  const target = painted(sampledSaddle(300, METHOD_SEED));
  const sample = painted(sampledSaddle(257, METHOD_SEED + 1));
  const source = { ...sample, ...transformed(NEARBY, sample) };
  const T_target_source = compose(NEAR_START, invert(NEARBY));

  it.each([0, 1, 2, 3, 5, 20])('another sample of a surface, after at most %i iterations', async (most) => {
    const input = { T_target_source, maxIterations: most, rmsTolerance: 3e-5 };
    const runs = await both([source, target], input);
    if (most <= leastSteps) expect(runs.cpu.iterations).toBe(most);
  });

  it('a copy of the target', async () => {
    const copy = { ...target, ...transformed(NEARBY, target) };
    await both([copy, target], { T_target_source });
  });

  it('in the mine grid, a million metres from the origin', async () => {
    const [T_map_source, T_map_target] = [exp([0, 0, 0, -1e6, 1e6, 3e5]), exp([0, 0, 0, 1e6, -1e6, 4e5])];
    const pair: Pair = [
      { ...source, ...transformed(T_map_source, source) },
      { ...target, ...transformed(T_map_target, target) },
    ];
    const start = compose(compose(T_map_target, invert(NEARBY)), invert(T_map_source));
    await both(pair, { T_target_source: start, rmsTolerance: 3e-5 });
  });

  it('gives the same bits again', async () => {
    const all = { ...options, T_target_source };
    const first = await registerOnGpu(gpu(), source, target, all);
    const again = await registerOnGpu(gpu(), source, target, all);
    expect({ ...again, milliseconds: null }).toEqual({ ...first, milliseconds: null });
  });

  it('keeps a target for many sources', async () => {
    const onGpu = await TargetOnGpu.build(gpu(), target, options);
    for (const T of [NEAR_START, exp([0.02, 0, 0.02, 0.05, 0, 0])]) {
      const other = { ...sample, ...transformed(T, sample) };
      const { milliseconds: _, ...result } = await onGpu.register(other);
      const { milliseconds, ...alone } = await registerOnGpu(gpu(), other, target, options);
      expect(result).toEqual(alone);
      expect(milliseconds.total).toBeGreaterThan(0);
    }
    onGpu.destroy();
  });

  const { plane, cylinder, stray, bent, once } = surfacesOf(seededRandom(METHOD_SEED));
  it('a plane that lies askew, step by step', async () => {
    // Along a plane only the thickness holds, times which f32 knows the normals.
    const gicp = { ...(options.gicp ?? GICP_DEFAULTS), thickness: 0.03 };
    for (const maxIterations of [1, 20])
      await both(moved(plane, exp([0.01, 0.02, 0, 0, 0, 0.05])), { maxIterations, gicp });
  });

  it.each([
    ['a cylinder', cylinder, exp([0.01, -0.01, 0, 0.02, 0.01, 0])],
    ['a surface and one point a kilometre away', stray, exp([1e-5, 2e-5, -1e-5, 0.02, 0.01, -0.02])],
    ['a bent surface', bent, SMALL_MOTION],
    ['each point twice', { count: 200, xyz: Float64Array.from([...once.xyz, ...once.xyz]) }, SMALL_MOTION],
  ])('%s, step by step', async (_, cloud, motion) => {
    for (const maxIterations of [1, 20]) await both(moved(cloud, motion), { maxIterations });
  });

  describe('few points', () => {
    it.each([3, 4, 5, 63, 64, 65])('%i', async (count) => {
      // Corners of a polygon where they are a handful: a sliver of three points determines no normal to f32.
      const corner = (i: number): number[] => {
        const angle = 0.4 + (2 * Math.PI * i) / count;
        return [1.3 * Math.cos(angle), Math.sin(angle), 0.2 * Math.sin(3 * angle + 1)];
      };
      const cloud = count < 6 ? filledWith(count, corner) : sampledSaddle(count, METHOD_SEED);
      const [few, more] = moved(cloud, SMALL_MOTION);
      // Such as hold no pose so firmly that f32 could step to the same one are compared where they start.
      const of = { maxIterations: count < firmFrom ? 0 : 1 };
      let refusal: Error | null = null;
      try {
        register(few, more, { ...options, ...of });
      } catch (error) {
        refusal = error as Error;
      }
      if (refusal === null) {
        await both([few, more], of);
        const stepped = await registerOnGpu(gpu(), few, more, { ...options, maxIterations: 3 });
        expect([stepped.rms, ...stepped.T_target_source.t].every(Number.isFinite)).toBe(true);
      } else {
        const { message } = refusal;
        await expect(registerOnGpu(gpu(), few, more, { ...options, ...of })).rejects.toMatchObject({
          message,
        });
      }
    });
  });

  it('clouds without overlap are refused in the same words', async () => {
    const away = { ...source, ...transformed(exp([0, 0, 0, 90, 0, 0]), source) };
    const input = { ...options, maxDistance: 0.5 };
    const words = (() => {
      try {
        return register(away, target, input).stopped;
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(words).toContain("Of the source's 257 points 0 have a match");
    await expect(registerOnGpu(gpu(), away, target, input)).rejects.toMatchObject({
      code: 'too-few-points',
      message: words,
    });
  });

  it.each([
    ['on a line', filledWith(70, (i) => [0.1 * i, 0.2 * i, -0.1 * i])],
    ['all in one place', filledWith(70, () => [1, 2, 3])],
  ])('points %s end, or are refused, as on the CPU, and bring no NaN', async (_, cloud) => {
    const pair: Pair = [painted(cloud), painted(cloud)];
    let words: string | null = null;
    try {
      register(...pair, options);
    } catch (error) {
      words = (error as Error).message;
    }
    if (words !== null)
      await expect(registerOnGpu(gpu(), ...pair, options)).rejects.toMatchObject({ message: words });
    else {
      const result = await registerOnGpu(gpu(), ...pair, options);
      const numbers = [result.rms, ...result.H, ...result.T_target_source.R, ...result.T_target_source.t];
      expect(numbers.every(Number.isFinite)).toBe(true);
      expect(apart(result.T_target_source, identity(), cloud)).toBeLessThanOrEqual(f32Metres(pair));
    }
  });
}
