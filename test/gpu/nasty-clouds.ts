import { expect } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, invert, rotationAngle } from '../../src-core/math/se3.ts';
import { SEARCH_IDS } from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { centroidOf } from '../../src-lab/problem/centroid.ts';
import {
  type PointSet,
  REGISTRATION_DEFAULTS,
  type RegistrationOptions,
} from '../../src-lab/problem/method.ts';
import { filledWith, nastyClouds, transformed } from '../lab/clouds.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { apart, expectTwins, f32Metres, onBothEngines, type Pair } from './twins.ts';

export const NASTY_SEED = 81;
const SMALL_MOTION = exp([0.003, 0.002, -0.001, 0.03, 0.02, -0.01]);

/** Methods that ask for a surface, each of which is a pipeline to compile. */
const SURFACES = ['icp-plane', 'newton-plane', 'newton-second-order'] as const;
const LINES = ['icp-point', 'newton-point'] as const;

/** Surfaces of 200 points that leave directions open, lie far apart or far off. */
export function surfacesOf(random: ReturnType<typeof seededRandom>) {
  /** A bowl without flat parts, 2 m across. */
  const bowl = (): number[] => {
    const [x, y] = [2 * random.uniform() - 1, 2 * random.uniform() - 1];
    return [x, y, 0.4 * x * x + 0.25 * y * y + 0.2 * Math.sin(2 * x * y)];
  };
  return {
    plane: filledWith(200, () => {
      const [a, b] = [3 * random.uniform(), 2 * random.uniform()];
      return [a, b, 0.3 * a - 0.2 * b];
    }),
    cylinder: filledWith(200, () => {
      const angle = 7 * random.uniform();
      return [Math.cos(angle), Math.sin(angle), 4 * random.uniform()];
    }),
    distant: filledWith(200, (i) => bowl().map((v, k) => 30 * v + (i % 2 ? [1000, 200, 50][k] : 0))),
    stray: filledWith(200, (i) => (i === 7 ? [1000, -300, 200] : bowl())),
    bent: filledWith(200, bowl),
    once: filledWith(100, bowl),
  };
}

/** A transform done about the mean of a cloud, so that clouds far from the origin stay where they are. */
export function aboutMean(T: Rigid, cloud: PointSet): Rigid {
  const toMean = exp([0, 0, 0, ...centroidOf(cloud)]);
  return compose(compose(toMean, T), invert(toMean));
}

/** Clouds that are hard to register, within a group of tests that has the kernels compiled: that takes most of their time. */
export function describeNastyClouds(gpu: () => GpuContext): void {
  const random = seededRandom(NASTY_SEED);
  const clouds = Object.entries(nastyClouds(random, 200)).filter(([, { count }]) => count >= 3);

  describe.each(SEARCH_IDS)('icp-point with %s', (search) => {
    it.each(clouds)('%s', async (_, target) => {
      const pair: Pair = [transformed(aboutMean(SMALL_MOTION, target), target), target];
      const options = { method: 'icp-point', search, maxIterations: 20 } as const;
      const both = await onBothEngines(gpu(), pair, options);
      // f32 has no digits for motions of centimetres in clouds of thousands of kilometres: some pairs are others.
      const metres = f32Metres(pair);
      if (metres < 1) expectTwins(both, pair, options);
      else {
        expect(apart(both.gpu.T_target_source, both.cpu.T_target_source, pair[0])).toBeLessThan(10 * metres);
        expect(both.gpu.undetermined.length).toBe(both.cpu.undetermined.length);
        expect(both.gpu.inliers).toBe(target.count);
      }
    });

    it('of points equally far takes the first', async () => {
      // Places and means are whole numbers, or halves, which f32 holds: the distances are equal to the bit.
      const lattice = filledWith(125, (i) => [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)]);
      const twice: PointSet = { count: 250, xyz: Float64Array.from([...lattice.xyz, ...lattice.xyz]) };
      const between = filledWith(64, (i) => [
        (i % 4) + 0.5,
        (Math.floor(i / 4) % 4) + 0.5,
        Math.floor(i / 16) + 0.5,
      ]);
      const pair: Pair = [between, twice];
      const options = { method: 'icp-point', search, maxIterations: 1 } as const;
      const both = await onBothEngines(gpu(), pair, options);
      // All eight corners are equally far, and the first is that towards the origin.
      expect(apart(both.cpu.T_target_source, exp([0, 0, 0, -0.5, -0.5, -0.5]), between)).toBeLessThan(1e-9);
      expectTwins(both, pair, options);
    });
  });

  // Drawn for every method, so that each has the same ones in either tier.
  const surfaces = Object.fromEntries(SURFACES.map((method) => [method, surfacesOf(random)]));
  const lines = Object.fromEntries(
    LINES.map((method) => [
      method,
      filledWith(100, () => {
        const a = 5 * random.uniform();
        return [0.6 * a, 0.64 * a, -0.48 * a];
      }),
    ]),
  );

  describe.each(tiered(SURFACES, ['icp-plane']))('%s', (method) => {
    const { plane, cylinder, distant, stray, bent, once } = surfaces[method];
    const options: Partial<RegistrationOptions> = { method, search: 'voxel-bins', maxIterations: 20 };
    const expectSame = async (target: PointSet, motion: Rigid, metres?: number): Promise<void> => {
      const pair: Pair = [transformed(aboutMean(motion, target), target), target];
      expectTwins(await onBothEngines(gpu(), pair, options), pair, options, metres);
    };
    it('leaves the same directions open in a plane that lies askew', async () => {
      await expectSame(plane, exp([0.01, 0.02, 0, 0, 0, 0.05]));
    });

    it('leaves the turn and the shift along a cylinder open', async () => {
      await expectSame(cylinder, exp([0.01, -0.01, 0, 0.02, 0.01, 0]));
    });

    it('two surfaces a kilometre apart', async () => {
      await expectSame(distant, exp([1e-5, 2e-5, -1e-5, 0.02, 0.01, -0.02]));
    });

    it('a surface and one point a kilometre away, which puts all others into few bins', async () => {
      await expectSame(stray, exp([1e-5, 2e-5, -1e-5, 0.02, 0.01, -0.02]));
    });

    it('in the mine grid, a million metres from the origin', async () => {
      await expectSame(transformed(exp([0, 0, 0, 1e6, -1e6, 1e6]), bent), SMALL_MOTION);
    });

    it('each point twice', async () => {
      await expectSame({ count: 200, xyz: Float64Array.from([...once.xyz, ...once.xyz]) }, SMALL_MOTION);
    });
  });

  it.each(LINES)('%s on a line leaves the turn about it as it was', async (method) => {
    const line = lines[method];
    const pair: Pair = [transformed(aboutMean(SMALL_MOTION, line), line), line];
    // A start that turns by 0.7 about the line.
    const options: Partial<RegistrationOptions> = {
      ...REGISTRATION_DEFAULTS,
      method,
      T_target_source: aboutMean(exp([0.42, 0.448, -0.336, 0, 0, 0]), line),
    };
    const both = await onBothEngines(gpu(), pair, options);
    expectTwins(both, pair, options);
    const turnApart = compose(invert(both.cpu.T_target_source), both.gpu.T_target_source);
    expect(both.gpu.undetermined).toHaveLength(1);
    expect(rotationAngle(turnApart.R)).toBeLessThan(1e-3);
  });
}
