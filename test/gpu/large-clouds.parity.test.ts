import { expect } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import { type MethodId, SEARCH_IDS, type SearchId } from '../../src-core/model/registration-ids.ts';
import { bytesPerPoint, pointsPerChunk } from '../../src-lab/gpu/cloud-chunks.ts';
import type { SurfaceModule } from '../../src-lab/gpu/device-surface.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { PointSet, RegistrationOptions, RegistrationResult } from '../../src-lab/problem/method.ts';
import { PICP_DEFAULTS } from '../../src-lab/problem/picp-options.ts';
import type { SurfaceDistance } from '../../src-lab/problem/surface-distance.ts';
import { register } from '../../src-lab/register/register.ts';
import { filledWith, pointSet, transformed } from '../lab/clouds.ts';
import { IS_LONG, it, tiered } from '../support/tier.ts';
import { describeOnGpu } from './software-device.ts';
import { apart, expectTwins, f32Metres, type Pair } from './twins.ts';

const SEED = 121;
const MOTION = exp([0.03, -0.02, 0.025, 0.04, 0.03, -0.05]);

type Options = Partial<RegistrationOptions>;

/** The plane distance with something of the point distance, and a minimum off the point. */
const customDistance: SurfaceDistance = ({ normal: [x, y, z] }, coefficients) => {
  coefficients.set([0.1 + x * x, x * y, x * z, 0.1 + y * y, y * z, 0.1 + z * z]);
  coefficients.set([0.003, -0.002, 0.001, 0.01], 6);
};

/** A bowl with waves in no order, 4 m across: consecutive points lie anywhere in it. */
function bowl(count: number, seed: number): PointSet {
  const random = seededRandom(seed);
  return filledWith(count, () => {
    const [x, y] = [4 * random.uniform() - 2, 4 * random.uniform() - 2];
    return [x, y, 0.4 * x * x - 0.25 * y * y + 0.2 * Math.sin(2 * x * y)];
  });
}

/** A context on the same device whose bindings take `points` with such a surface, and no more. */
function withRoomFor(gpu: GpuContext, points: number, surface: SurfaceModule = 'surface-point'): GpuContext {
  const each = bytesPerPoint(surface);
  let bytes = Math.ceil(each * points);
  while (pointsPerChunk(bytes, each) < points) bytes++;
  return gpu.withOwnBuffers(bytes);
}

interface Run {
  readonly method: MethodId;
  readonly search: SearchId;
  readonly surface?: SurfaceModule;
  readonly more?: Options;
}

const ALL_RUNS: readonly Run[] = [
  ...SEARCH_IDS.map((search) => ({ method: 'icp-point', search }) as const),
  { method: 'picp', search: 'voxel-bins' },
  ...SEARCH_IDS.map((search) => ({ method: 'icp-plane', search, surface: 'surface-plane' }) as const),
  ...(['voxel-bins', 'brute-force'] as const).flatMap((search): Run[] => [
    { method: 'newton-point', search },
    { method: 'newton-plane', search, surface: 'surface-plane' },
    { method: 'newton-second-order', search, surface: 'surface-second-order' },
    { method: 'newton-custom', search, surface: 'surface-stored', more: { customDistance } },
  ]),
];

/** A kernel for parts is compiled for each search and each surface, for seconds: one of either kind, or all. */
const RUNS = tiered(
  ALL_RUNS,
  ({ method, search }) => search === 'voxel-bins' && (method === 'icp-point' || method === 'newton-plane'),
);
const SEARCHES = tiered(SEARCH_IDS, ['voxel-bins']);

describeOnGpu(
  `clouds larger than a binding (seed ${SEED})`,
  (gpu) => {
    const target = bowl(1000, SEED);
    const copy = transformed(MOTION, target);
    const sample = transformed(MOTION, bowl(700, SEED + 1));

    /** In parts, as on the CPU and as in one part. */
    const expectSame = async (
      parts: GpuContext,
      pair: Pair,
      options: Options,
    ): Promise<RegistrationResult> => {
      const result = await registerOnGpu(parts, ...pair, options);
      parts.destroy();
      const metres = f32Metres(pair);
      expectTwins({ gpu: result, cpu: register(...pair, { ...options, armijoLongest: 1 }) }, pair, options);
      const whole = await registerOnGpu(gpu(), ...pair, options);
      expect(result.inliers).toBe(whole.inliers);
      expect(Math.abs(result.iterations - whole.iterations)).toBeLessThanOrEqual(1);
      expect(apart(result.T_target_source, whole.T_target_source, pair[0])).toBeLessThan(metres);
      expect(Math.abs(result.rms - whole.rms)).toBeLessThan(metres);
      return result;
    };

    it.each(RUNS)('$method with $search', async ({ method, search, surface, more }) => {
      const options: Options = { ...more, method, search, maxIterations: 20, rmsTolerance: 3e-5 };
      // Four parts of 300, 300, 300 and 100 points against three of 300, 300 and 100.
      await expectSame(withRoomFor(gpu(), 300, surface), [sample, target], options);
    });

    it.runIf(IS_LONG)(
      'a last part of one point, and a copy whose points lie where their partners do',
      async () => {
        await expectSame(withRoomFor(gpu(), 333), [copy, target], {
          method: 'icp-point',
          search: 'voxel-bins',
        });
      },
    );

    it.runIf(IS_LONG)('pICP draws the same points of all parts, and leaps as far', async () => {
      const picp = { ...PICP_DEFAULTS, thinning: 0.6, acceleration: 'coupled' as const };
      const options: Options = { method: 'picp', search: 'voxel-bins', picp, maxIterations: 6 };
      await expectSame(withRoomFor(gpu(), 300), [sample, target], options);
    });

    it.runIf(IS_LONG).each([
      [60, 5000, 1700],
      [1700, 60, 600],
    ])('only one of both clouds in parts: %i points against %i', async (count, elements, perPart) => {
      const pair: Pair = [transformed(MOTION, bowl(count, SEED + 2)), bowl(elements, SEED + 3)];
      const options: Options = { method: 'icp-plane', search: 'voxel-bins', maxIterations: 3 };
      await expectSame(withRoomFor(gpu(), perPart), pair, options);
    });

    it.each(SEARCHES)('with %s, of points equally far takes the first of all parts', async (search) => {
      // Places and means are whole numbers, or halves, which f32 holds: the distances are equal to the bit.
      const lattice = filledWith(125, (i) => [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)]);
      const backwards = filledWith(125, (i) =>
        Array.from(lattice.xyz.subarray(3 * (124 - i), 3 * (125 - i))),
      );
      const between = filledWith(64, (i) => [
        (i % 4) + 0.5,
        (Math.floor(i / 4) % 4) + 0.5,
        Math.floor(i / 16) + 0.5,
      ]);
      const options: Options = { method: 'icp-point', search, maxIterations: 1 };
      // Of the eight corners the first is that towards the origin; where the points come backwards, that away from it.
      for (const [first, corner] of [
        [lattice, -0.5],
        [backwards, 0.5],
      ] as const) {
        const twice: PointSet = { count: 250, xyz: Float64Array.from([...first.xyz, ...first.xyz]) };
        const pair: Pair = [between, twice];
        const result = await expectSame(withRoomFor(gpu(), 70), pair, options);
        expect(apart(result.T_target_source, exp([0, 0, 0, corner, corner, corner]), between)).toBeLessThan(
          1e-6,
        );
      }
    });

    it.each(SEARCHES)(
      'with %s, goes back to a part before for a point that is now as far',
      async (search) => {
        // All numbers are whole and each sum vanishes that would turn: the first step shifts by 1 m to the bit.
        const at = (x: number): number[][] =>
          [10, 30].flatMap((y) => [-1, 1].flatMap((s) => [-1, 1].map((t) => [x, s * y, t * (y + 10)])));
        const source = pointSet([...at(100), ...at(-100)]);
        // Half of the source starts 2 m short of its partners, half on them, and of that half the others lie 2 m ahead.
        const [short, ahead, on] = [at(102), at(-98), at(-100)];
        const inTwoParts = pointSet([...ahead, ...short.slice(0, 4), ...on, ...short.slice(4)]);
        const options: Options = { method: 'icp-point', search, maxIterations: 2 };
        const result = await expectSame(withRoomFor(gpu(), 12), [source, inTwoParts], options);
        expect(apart(result.T_target_source, exp([0, 0, 0, 2, 0, 0]), source)).toBeLessThan(1e-5);
      },
    );

    it.runIf(IS_LONG).each(['icp-point', 'newton-plane'] as const)(
      '%s, where steps bring pairs within the limit and beyond it',
      async (method) => {
        const options: Options = { method, search: 'voxel-bins', maxDistance: 0.12, rmsTolerance: 3e-5 };
        const { inliers } = await expectSame(withRoomFor(gpu(), 300), [sample, target], options);
        expect(inliers).toBeLessThan(sample.count);
      },
    );

    it.runIf(IS_LONG)('pairs farther apart than the limit are no match', async () => {
      const shifted = transformed(exp([0, 0, 0, 0.02, 0.01, 0]), target);
      const strays = Array.from({ length: 27 }, (_, k) => 20 + k);
      const pair: Pair = [{ count: 1009, xyz: Float64Array.from([...strays, ...shifted.xyz]) }, target];
      for (const method of ['icp-point', 'newton-plane'] as const) {
        const options: Options = { method, search: 'voxel-bins', maxDistance: 0.15 };
        const { inliers } = await expectSame(withRoomFor(gpu(), 300), pair, options);
        expect(inliers).toBe(1000);
      }
    });

    it.runIf(IS_LONG)('more passes than are recorded at first', async () => {
      const options: Options = {
        method: 'icp-point',
        search: 'voxel-bins',
        rmsTolerance: 0,
        rmsThreshold: 0,
      };
      const parts = withRoomFor(gpu(), 300);
      const result = await registerOnGpu(parts, sample, target, { ...options, maxIterations: 75 });
      expect(result.iterations).toBeGreaterThan(32);
      expect(result.rmsPerIteration).toHaveLength(result.iterations);
      parts.destroy();
    });

    it.runIf(IS_LONG)('gives the same bits again, and keeps a target for many sources', async () => {
      const options: Options = { method: 'icp-plane', search: 'voxel-bins' };
      const parts = withRoomFor(gpu(), 300);
      const onGpu = await TargetOnGpu.build(parts, target, options);
      for (const source of [sample, bowl(100, SEED + 4), copy]) {
        const { milliseconds: _, ...alone } = await registerOnGpu(parts, source, target, options);
        const { milliseconds, ...result } = await onGpu.register(source);
        expect(result).toEqual(alone);
        expect(milliseconds.total).toBeGreaterThan(0);
      }
      onGpu.destroy();
      parts.destroy();
    });

    it.runIf(IS_LONG)('cells: a source in parts', async () => {
      const few = bowl(200, SEED + 5);
      const pair: Pair = [transformed(MOTION, bowl(700, SEED + 6)), few];
      const options: Options = {
        method: 'newton-plane',
        cellLevel: 5,
        search: 'kd-tree',
        rmsTolerance: 3e-5,
      };
      await expectSame(withRoomFor(gpu(), 300, 'surface-plane'), pair, options);
    });

    it('no cells in parts', async () => {
      const parts = withRoomFor(gpu(), 300);
      const refused = registerOnGpu(parts, sample, target, { method: 'icp-approx', search: 'kd-tree' });
      await expect(refused).rejects.toMatchObject({
        code: 'engine-unavailable',
        message: expect.stringContaining('thin the clouds or use the CPU engine'),
      });
      parts.destroy();
    });

    it('says which point of a part is not finite, and that too few match', async () => {
      const parts = withRoomFor(gpu(), 300);
      const options: Options = { method: 'icp-point', search: 'voxel-bins' };
      const broken = (cloud: PointSet): PointSet => ({
        ...cloud,
        xyz: cloud.xyz.with(3 * 650 + 1, Number.NaN),
      });
      await expect(registerOnGpu(parts, broken(sample), target, options)).rejects.toThrow(
        'Point 650 of the source',
      );
      await expect(registerOnGpu(parts, sample, broken(target), options)).rejects.toThrow(
        'Point 650 of the target',
      );
      const far = { ...options, T_target_source: exp([0, 0, 0, 50, 0, 0]), maxDistance: 1 };
      await expect(registerOnGpu(parts, sample, target, far)).rejects.toMatchObject({
        code: 'too-few-points',
      });
      parts.destroy();
    });

    it.runIf(IS_LONG)('a person cancels: nothing is broken', async () => {
      const parts = withRoomFor(gpu(), 300);
      const options: Options = { method: 'icp-point', search: 'voxel-bins', maxIterations: 400 };
      const endless = { ...options, rmsTolerance: 0, rmsThreshold: 0 };
      const before = await registerOnGpu(parts, sample, target, options);
      const cancelled = registerOnGpu(parts, sample, target, endless, { cancelled: true });
      await expect(cancelled).rejects.toThrow(CancelledError);
      const after = await registerOnGpu(parts, sample, target, options);
      expect({ ...after, milliseconds: null }).toEqual({ ...before, milliseconds: null });
      parts.destroy();
    });
  },
  {},
  { workgroupSize: 64, maxWorkgroups: 3 },
);
